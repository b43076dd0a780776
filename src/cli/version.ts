import { readFileSync } from 'node:fs'

/** The version of the program, as package.json says. */
export function programVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return manifest.version
}
