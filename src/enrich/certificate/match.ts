// Whether a certificate is valid for a name or address (RFC 6125 §6.4, RFC 9110 §4.3.4).
import { asciiName } from '../identity.ts'

/** The names in a certificate. */
interface Presented {
  readonly commonName: string
  readonly hasAlternativeNames: boolean
  readonly dnsNames: readonly string[]
  readonly addresses: readonly string[]
}

/** Whether one of the names covers `reached` (canonical); the common name counts only without alternative names. */
export function coversName(presented: Presented, reached: string, isAddress: boolean): boolean {
  if (!presented.hasAlternativeNames)
    return isAddress ? presented.commonName === reached : matchesName(presented.commonName, reached)
  if (isAddress) return presented.addresses.includes(reached)
  return presented.dnsNames.some((pattern) => matchesName(pattern, reached))
}

/** Whether a presented name, whose first label may be `*`, covers the canonical name. */
export function matchesName(pattern: string, name: string): boolean {
  const wanted = asciiName(pattern)
  if (wanted === name) return wanted !== ''
  if (!wanted.startsWith('*.')) return false
  const rest = name.indexOf('.')
  // `*` matches exactly one label, and never the one below a top-level domain.
  return rest > 0 && wanted.indexOf('.', 2) > 0 && name.slice(rest) === wanted.slice(1)
}
