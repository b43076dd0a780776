// The record with the products that rules find in it.
import {
  type Asset,
  keepSince,
  readEvidence,
  type Recognise,
  withEvidence,
  withoutEvidence,
} from '../asset/index.ts'

/** Recognises again; what was found before keeps the time since when it is known. Idempotent. */
export function recognised(asset: Asset, recognise: Recognise): Asset {
  const plain = withoutEvidence(asset)
  const since = plain.content_time ?? plain.lastupdatetime
  const found = recognise(plain).map((one) => ({ ...one, since }))
  return withEvidence(plain, keepSince(found, readEvidence(asset.evidence).found))
}
