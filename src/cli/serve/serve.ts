import { readSettings, type Sources } from '../../config/index.ts'
import { announceOn } from './announcer.ts'
import { startServer } from './server.ts'

/** Runs a server until SIGTERM or SIGINT ends it; a second signal ends it at once. */
export async function serve(sources: Sources): Promise<void> {
  const settings = readSettings(sources)
  const ended = nextSignal()
  const announcer = announceOn(process.stdout)
  const server = await startServer(settings, announcer)
  await ended
  announcer.say('stopping\n')
  await server.stop()
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      process.off('SIGTERM', end)
      process.off('SIGINT', end)
      resolve()
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}
