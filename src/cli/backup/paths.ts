import type { Config } from '../../config/index.ts'
import type { BackupPaths } from '../../service/backup/index.ts'
import { type DataFiles, dataFiles, refuseMissing } from '../data/data-directory.ts'

/** The locations in a data directory that a backup holds. */
export function backupPaths(config: Config): BackupPaths {
  const files = dataFiles(config.data)
  const { secret, place, settings, demonstration, imports, rejects, uploads, exports, feeds } = files
  const { icons, screenshots } = files
  const results = config['tag.results'] || files.results
  return {
    ...{ secret, place, settings, demonstration, imports, rejects, uploads, exports, feeds },
    ...{ icons, screenshots, results },
  }
}

/** The files of a data directory that must exist already. Fails with `input`. */
export function existingFiles(config: Config): DataFiles {
  refuseMissing(config.data)
  return dataFiles(config.data)
}
