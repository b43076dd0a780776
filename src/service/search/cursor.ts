// The cursor of `search/next`: a position in a snapshot, signed, and opaque to the caller.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../error/index.ts'
import type { Position } from '../../store/index.ts'

/** A position in a snapshot. */
export interface Cursor {
  /** Milliseconds UTC of the first page, the reference of `full=false` and of the expiry. */
  readonly started: number
  readonly snapshot: string
  /** Number of matches at the first page. */
  readonly total: number
  /** Number of the next page. */
  readonly page: number
  readonly from: Position
}

/** The account and query of a cursor; it is valid for no other. */
interface CursorScope {
  readonly account: number
  readonly text: string
  readonly full: boolean
}

/** The store keeps earlier sort keys a little longer. */
const LIFE = 24 * 3600 * 1000

const SIGNATURE_BYTES = 16

type Packed = readonly [
  started: number,
  snapshot: string,
  total: number,
  page: number,
  lastupdatetime: number,
  host: string,
  base_protocol: string,
]

/** Prints a cursor. */
export function printCursor(key: Buffer, scope: CursorScope, cursor: Cursor): string {
  const { started, snapshot, total, page, from } = cursor
  const packed: Packed = [started, snapshot, total, page, from.lastupdatetime, from.host, from.base_protocol]
  const body = Buffer.from(JSON.stringify(packed))
  return Buffer.concat([signatureOf(key, scope, body), body]).toString('base64url')
}

/** Parses a cursor. Fails with code `cursor` when it was altered, belongs to another snapshot, or is too old at `now`. */
export function readCursor(key: Buffer, scope: CursorScope, written: string, now: number): Cursor {
  const bytes = Buffer.from(written, 'base64url')
  const body = bytes.subarray(SIGNATURE_BYTES)
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  // Decoding ignores characters outside the alphabet: only exactly the issued text is valid.
  const isOurs =
    signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(key, scope, body))
  if (!isOurs || bytes.toString('base64url') !== written)
    throw refused(
      '`next` was altered or belongs to another query, account or value of `full`; begin again without it',
    )
  const [started, snapshot, total, page, lastupdatetime, host, base_protocol] = JSON.parse(
    body.toString(),
  ) as Packed
  if (now - started > LIFE) throw refused('`next` is older than 24 hours; begin again without it')
  return { started, snapshot, total, page, from: { lastupdatetime, host, base_protocol } }
}

function signatureOf(key: Buffer, { account, text, full }: CursorScope, body: Buffer): Buffer {
  const query = createHash('sha256').update(text).digest()
  const mac = createHmac('sha256', key).update(`${account} ${full} `).update(query).update(body).digest()
  return mac.subarray(0, SIGNATURE_BYTES)
}

function refused(why: string): AppError {
  return new AppError('cursor', `[820013] ${why}`)
}
