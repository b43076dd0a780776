import { type Config, readConfig } from '../config/index.ts'
import type { Locator } from '../enrich/index.ts'
import type { ImportContext } from '../service/ingest/index.ts'
import { dataFiles } from './data-directory.ts'

/** What an import needs besides the store and the place of its rejects. */
export type ImportTools = Pick<
  ImportContext,
  'databases' | 'bodyLimit' | 'lineLimit' | 'limits' | 'checkpoints' | 'keepIcon'
>

/** What the import command needs besides the store: the offline databases and the places of its files. */
export async function importTools(options: {
  readonly data?: string
  readonly rejects?: string
}): Promise<ImportTools & Pick<ImportContext, 'rejectsPath'>> {
  const config = readConfig({ flags: { data: options.data } })
  const tools = await openImportTools(config)
  return { ...tools, rejectsPath: (importId) => options.rejects ?? rejectsPath(config, importId) }
}

/** The databases of places and networks in use now. */
export async function openDatabases(config: Config): Promise<Locator> {
  const [{ openLocator }, { replacedDatabases }] = await Promise.all([
    import('../enrich/index.ts'),
    import('../service/feed/index.ts'),
  ])
  return openLocator(replacedDatabases(dataFiles(config.data).feeds))
}

/** What imports under these settings work with. */
export async function openImportTools(config: Config): Promise<ImportTools> {
  const [{ Icons }, { replacedDatabases }] = await Promise.all([
    import('../service/icon/index.ts'),
    import('../service/feed/index.ts'),
  ])
  const icons = new Icons(dataFiles(config.data).icons)
  return {
    databases: replacedDatabases(dataFiles(config.data).feeds),
    bodyLimit: config['import.bodyLimit'],
    lineLimit: config['import.lineLimit'],
    limits: {
      maxExpansion: config['import.maxExpansion'],
      maxUnpacked: config['import.maxUnpacked'],
    },
    checkpoints: dataFiles(config.data).imports,
    keepIcon: (bytes) => icons.keep(bytes),
  }
}

/** Where the rejects of an import go unless the user says otherwise. */
export function rejectsPath(config: Config, importId: string): string {
  return `${dataFiles(config.data).rejects}/${importId}.ndjson`
}
