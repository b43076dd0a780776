import { spelledBy } from './spelling.ts'
import { meaningOf } from './value.ts'

/**
 * How much keys look like a record of a program that nobody has a reader for: most are catalogue names or spelled as many programs
 * do, and an address and a port are among them. Little more than one half, so that every other format counts first.
 */
export function foreignLikeness(keys: readonly string[]): number {
  const names = keys.flatMap((key) =>
    meaningOf(key) === undefined ? (spelledBy(key)?.name ?? []) : key.toLowerCase(),
  )
  const where = names.some((name) => ['host', 'ip', 'link', 'url'].includes(name))
  const service = names.some((name) => ['port', 'link', 'url'].includes(name))
  return where && service && names.length / keys.length >= 0.6 ? 0.56 : 0
}
