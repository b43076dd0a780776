// Builds records for tests from the few values that a test needs.
import { type Asset, spellHost, UNKNOWN_ASSET } from '../../src/asset/index.ts'

const NAMELESS: Asset = { ...UNKNOWN_ASSET, reached: 'www.example.com', port: 443 }

/** A record with these values and all others unknown; `host` is derived from the identity. */
export function asset(known: Partial<Asset>): Asset {
  const record = { ...NAMELESS, ...known }
  return { ...record, host: known.host ?? spellHost(record, record.protocol) }
}
