// Real scan data kept beside the project's checkout, for tests only; absent on other machines.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)

/** The path of a file or folder of the shared data, or undefined where it is absent. */
export function sharedData(path: string): string | undefined {
  for (const up of ['../shared/data/', '../../shared/data/']) {
    const file = fileURLToPath(new URL(path, new URL(up, root)))
    if (existsSync(file)) return file
  }
  return undefined
}
