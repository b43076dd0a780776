// Adds the products that rules find to a record.
import {
  type Asset,
  keepSince,
  readEvidence,
  type Recognise,
  withEvidence,
  withoutEvidence,
} from '../asset/index.ts'

/** Recognises products again; those found before keep the time since when they are known. Idempotent. */
export function recognised(asset: Asset, recognise: Recognise): Asset {
  const earlier = readEvidence(asset.evidence)
  const plain = withoutEvidence(asset, earlier)
  const since = plain.content_time ?? plain.lastupdatetime
  const found = recognise(plain).map((one) => ({ ...one, since }))
  return withEvidence(plain, keepSince(found, earlier.found))
}
