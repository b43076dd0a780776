// Which derivations each version of this program changed. Records stored by an earlier version are derived again.
import { STORED_DERIVATIONS, type StoredDerivation } from './derive-again.ts'

/**
 * The derivations that each version changed, oldest first. A version that derives columns differently adds a line. Records of
 * programs from before the first line have version 0.
 */
const CHANGES: readonly (readonly StoredDerivation[])[] = [
  // Scripts of pages, ICP numbers, registrable domains of canonical names.
  ['identity', 'page', 'record'],
  // Products by rules.
  ['recognition'],
  // Tags of addresses, classes.
  ['tags'],
  // Rules no longer name a model or version that their text does not state.
  ['recognition'],
  // Fuzzy hashes of bodies.
  ['page'],
  // Rules for greetings of mail, FTP, SSH, SIP and RTSP servers, Telnet texts and Server headers.
  ['recognition'],
  // Rules for SIP devices and programs, directories, printers and refusals of MySQL.
  ['recognition'],
  // Greetings with any host name.
  ['recognition'],
  // Rules for SIP devices, mail servers, systems in NTP variables, default certificates and JARM; names of models as their makers write them.
  ['recognition'],
  // Lines of makers in SNMP, certificates, LDAP, MySQL errors, cookies, Telnet and titles; one name for each product.
  ['recognition'],
  // More of SMTP and SIP; titles of everyday words alone; no full stop behind a version.
  ['recognition'],
  // One name for each product, with its maker or without.
  ['recognition'],
  // Rules for icons by their MD5.
  ['recognition'],
  // Icons of further programs.
  ['recognition'],
  // SIP units, mail programs, icons of programs in their released versions.
  ['recognition'],
  // Icons of 21 further programs in their released versions.
  ['recognition'],
]

/** The version of the derivations of this program. */
export const DERIVATION_VERSION = CHANGES.length

/** What must be derived again for records of an earlier version; empty for the current or a later one. */
export function derivationsSince(version: number): readonly StoredDerivation[] {
  const changed = new Set(CHANGES.slice(Math.max(0, version)).flat())
  return STORED_DERIVATIONS.filter((derivation) => changed.has(derivation))
}
