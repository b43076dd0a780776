// Builds the query for the records of an address or a name.
import { readHost } from '../../asset/index.ts'
import { asciiName } from '../../enrich/index.ts'
import { quote } from '../../query/index.ts'
import { canonicalAddress } from '../../util/index.ts'

/** An address, or a name, in canonical spelling, and the query that finds its records. */
export interface HostQuery {
  readonly name: string
  readonly kind: 'address' | 'name'
  readonly text: string
}

/** DNS names are not longer. */
const LONGEST_NAME = 253

/** Parses an address or a name as people write it, including scheme, port and brackets; undefined when it is neither. */
export function readHostQuery(written: string): HostQuery | undefined {
  const reached = readHost(written)?.reached
  if (reached === undefined) return undefined
  const address = canonicalAddress(reached)
  if (address !== undefined) return { name: address, kind: 'address', text: `ip==${quote(address)}` }
  const name = asciiName(reached)
  if (name === '' || name.length > LONGEST_NAME) return undefined
  return { name, kind: 'name', text: nameQuery(name) }
}

/** The name itself, the names below it, and those with this registrable domain. */
function nameQuery(name: string): string {
  const literal = name.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
  const spelled = `^(https?://)?([^/:]+\\.)?${literal}(:[0-9]+)?$`
  return `domain==${quote(name)} || (host=${quote(name)} && host=~${quote(spelled)})`
}
