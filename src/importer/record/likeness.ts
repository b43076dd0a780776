import { HOST_AND_PORT, spelledBy } from './spelling.ts'
import { meaningOf } from './value.ts'

/** The catalogue name that a key is or that many programs spell like it. */
export function catalogueName(key: string): string | undefined {
  return meaningOf(key) === undefined ? spelledBy(key)?.name : key.toLowerCase()
}

/**
 * How much keys look like a record of a program that nobody has a reader for: most are catalogue names or spelled as many programs
 * do, and an address and a port are among them. Little more than one half, so that every other format counts first.
 */
export function foreignLikeness(keys: readonly string[]): number {
  const names = keys.flatMap((key) => catalogueName(key) ?? [])
  const where = names.some((name) => ['host', 'ip', 'link', 'url', HOST_AND_PORT].includes(name))
  const service = names.some((name) => ['port', 'link', 'url', HOST_AND_PORT].includes(name))
  return where && service && names.length / keys.length >= 0.6 ? 0.56 : 0
}
