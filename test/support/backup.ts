// A data directory with something in every place that a backup holds, and the target of a restore.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPaths, BackupSource, RestoreTarget } from '../../src/service/backup/index.ts'
import { openState } from '../../src/state/index.ts'
import type { Store } from '../../src/store/index.ts'
import { memoryStore } from './memory-store.ts'
import { addAccount } from './state.ts'
import { VARIED_ASSETS } from './varied-assets.ts'

function pathsIn(directory: string): BackupPaths {
  const at = (name: string) => join(directory, name)
  return {
    ...{ secret: at('secret'), place: at('place'), settings: at('periplus.json'), feeds: at('feeds') },
    ...{ demonstration: at('demonstration.json'), imports: at('imports'), rejects: at('rejects') },
    ...{ uploads: at('uploads'), exports: at('exports'), results: at('results'), icons: at('icons') },
    screenshots: at('screenshots'),
  }
}

/** A data directory with something in every place. */
export async function filledDirectory(
  directory: string,
): Promise<{ readonly directory: string; readonly source: BackupSource }> {
  const paths = pathsIn(directory)
  const write = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  write(paths.secret, 'ab'.repeat(32))
  write(paths.settings, '{"http.port": 1234, "tag.results": "/elsewhere"}')
  write(join(paths.imports, 'one.json'), '{}')
  write(join(paths.rejects, 'one.ndjson'), '')
  write(join(paths.icons, '-247388890'), 'GIF89a')
  write(join(paths.uploads, 'folder', 'scan ☃ "x".xml'), '<nmaprun/>')
  write(join(paths.exports, '1-aa.csv'), 'ip\n192.0.2.1\n')
  write(join(paths.exports, '2-bb.csv.part'), 'half')
  write(join(paths.results, '3-cc.ndjson'), '{}\n')
  const feeds = [
    {
      name: 'aws',
      versions: [
        { id: 'v2', second: true },
        { id: 'v1', second: false },
      ],
    },
  ]
  write(join(paths.feeds, 'feeds.json'), JSON.stringify({ feeds }))
  for (const name of ['v2', 'v2.v6', 'v1', 'forgotten']) write(join(paths.feeds, 'aws', name), name)
  const file = join(directory, 'state.sqlite')
  const state = await openState({ file })
  await addAccount(state, 70, 'ada')
  await state.close()
  const source: BackupSource = {
    ...{ program: '1.2.3', state: { file }, paths, place: null, secret: 'file' },
    records: memoryStore(VARIED_ASSETS),
  }
  return { directory, source }
}

/** Restores into a directory and a store, by default an empty one in memory. */
export function restoreTarget(directory: string, store: Store = memoryStore([])): RestoreTarget {
  return {
    directory,
    marker: join(directory, 'restoring'),
    paths: pathsIn(directory),
    state: { file: join(directory, 'state.sqlite') },
    openStore: async () => store,
  }
}
