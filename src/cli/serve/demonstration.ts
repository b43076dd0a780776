import type { Config } from '../../config/index.ts'
import {
  DEMONSTRATION_SIZE,
  isDemonstrationPending,
  loadDemonstration,
} from '../../service/demonstration/index.ts'
import type { Store } from '../../store/index.ts'
import type { Announcer } from './announcer.ts'

/** Loading in the background of a server. */
export interface BackgroundLoad {
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
    const whole = await loadDemonstration({
      store,
      marker,
      bodyLimit,
      signal: stop.signal,
      onProgress: progress,
    })
    end(whole)
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
  readonly end: (whole: boolean) => void
} {
  const size = grouped.format(DEMONSTRATION_SIZE)
  const line = (records: number): string =>
    `loading demonstration records: ${grouped.format(records)} of ${size}`
  return {
    // Without a terminal there is no progress; a server that says `0 records` and nothing more looks broken.
    begin: () => {
      if (!terminal) say(`loading ${size} demonstration records\n`)
    },
    progress: (records) => {
      if (terminal) say(`\r${line(records)}`)
    },
    end: (whole) => {
      const text = whole
        ? `${size} demonstration records are loaded; \`periplus demo remove\` removes them`
        : 'loading the demonstration records goes on at the next start'
      say(`${terminal ? '\r' : ''}${text}\n`)
    },
  }
}
