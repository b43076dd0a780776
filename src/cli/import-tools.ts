import { readConfig } from '../config/index.ts'
import type { ImportContext } from '../service/ingest/index.ts'
import { dataFiles } from './data-directory.ts'

/** What an import needs besides the store: the offline databases and the places of its files. */
export async function importTools(options: {
  readonly data?: string
  readonly rejects?: string
}): Promise<
  Pick<ImportContext, 'locator' | 'bodyLimit' | 'lineLimit' | 'limits' | 'checkpoints' | 'rejectsPath'>
> {
  const config = readConfig({ flags: { data: options.data } })
  const files = dataFiles(config.data)
  const { openLocator } = await import('../enrich/index.ts')
  return {
    locator: await openLocator({}),
    bodyLimit: config['import.bodyLimit'],
    lineLimit: config['import.lineLimit'],
    limits: {
      maxExpansion: config['import.maxExpansion'],
      maxUnpacked: config['import.maxUnpacked'],
    },
    checkpoints: files.imports,
    rejectsPath: (importId) => options.rejects ?? `${files.rejects}/${importId}.ndjson`,
  }
}
