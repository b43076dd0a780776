// Names that a source states as reverse DNS (PTR).
import { canonicalAddress } from '../../util/index.ts'

const MOST = 50

/** The names in lower case without the final dot, each once; undefined where there is none. Addresses and texts with blanks are none. */
export function reverseNames(names: readonly string[]): readonly string[] | undefined {
  const read = names
    .map((name) => name.trim().replace(/\.$/, '').toLowerCase())
    .filter(
      (name) => name !== '' && name.length <= 253 && !/\s/.test(name) && canonicalAddress(name) === undefined,
    )
  return read.length === 0 ? undefined : [...new Set(read)].slice(0, MOST)
}
