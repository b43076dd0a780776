// hassh of an SSH server (github.com/salesforce/hassh): the MD5 of the algorithms it offers to its clients, in its order.
import { createHash } from 'node:crypto'

/** The offered algorithms that the fingerprint is made of. */
export interface HashedAlgorithms {
  readonly keyExchange: readonly string[]
  /** From the server to the client, as the next two. */
  readonly ciphers: readonly string[]
  readonly macs: readonly string[]
  readonly compression: readonly string[]
}

/** The fingerprint; undefined where one of the lists is not known, because every server offers something. */
export function hasshOf(offered: HashedAlgorithms): string | undefined {
  const lists = [offered.keyExchange, offered.ciphers, offered.macs, offered.compression]
  if (lists.some((list) => list.length === 0)) return undefined
  const text = lists.map((list) => list.join(',')).join(';')
  return createHash('md5').update(text).digest('hex')
}
