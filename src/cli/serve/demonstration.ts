import type { Config } from '../../config/index.ts'
import { isDemonstrationPending, loadDemonstration } from '../../service/demonstration/index.ts'
import { Icons } from '../../service/icon/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles } from '../data/data-directory.ts'
import type { Announcer } from './announcer.ts'

/** Loading in the background of a server. */
interface BackgroundLoad {
  /** Stops at the next record and resolves when no write is pending. */
  readonly stop: () => Promise<void>
}

const grouped = new Intl.NumberFormat('en-US')

/** Loads the demonstration set in the background: on a first start, or because an earlier start did not finish it. */
export function startDemonstration(
  config: Config,
  store: Store,
  marker: string,
  announcer: Announcer,
  fail: (error: unknown) => void,
): BackgroundLoad {
  const stop = new AbortController()
  const { begin, progress, end } = progressOf(announcer)
  const work = async (): Promise<void> => {
    if (!config.demo || !isDemonstrationPending(marker)) return
    begin()
    const bodyLimit = config['import.bodyLimit']
    const icons = new Icons(dataFiles(config.data).icons)
    const keepIcon = (icon: Uint8Array): void => void icons.keep(icon)
    const { signal } = stop
    end(await loadDemonstration({ store, marker, bodyLimit, signal, keepIcon, onProgress: progress }))
  }
  const done = work().catch(fail)
  return {
    stop: () => {
      stop.abort()
      return done
    },
  }
}

function progressOf({ say, terminal }: Announcer): {
  readonly begin: () => void
  readonly progress: (records: number) => void
  readonly end: (records: number | undefined) => void
} {
  return {
    // Without a terminal there is no progress; a server that says `0 records` and nothing more looks broken.
    begin: () => {
      if (!terminal) say('loading demonstration records\n')
    },
    progress: (records) => {
      if (terminal) say(`\rloading demonstration records: ${grouped.format(records)}`)
    },
    end: (records) => {
      const text =
        records === undefined
          ? 'loading the demonstration records goes on at the next start'
          : `${grouped.format(records)} demonstration records are loaded; \`periplus demo remove\` removes them`
      say(`${terminal ? '\r' : ''}${text}\n`)
    },
  }
}
