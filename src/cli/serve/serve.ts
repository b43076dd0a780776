import type { Sources } from '../../config/index.ts'
import { readConfig } from '../../config/index.ts'

/** Runs a server until a signal ends it. */
export async function serve(sources: Sources): Promise<void> {
  readConfig(sources)
}
