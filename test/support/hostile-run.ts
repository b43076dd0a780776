// Long runs of one character inside files: where they are put, and what reading them may cost.
import { createEnrich } from '../../src/enrich/index.ts'
import type { Reading } from '../../src/importer/index.ts'

/** Seconds of processor time: linear work takes a tenth of it. */
export const MOST_SECONDS = 4

const NOWHERE = {
  ...{ country: '', country_name: '', province: '', city: '' },
  ...{ latitude: null, longitude: null, as_number: null, as_organization: '' },
}
const CONTEXT = {
  locator: { locate: () => NOWHERE, databases: [] },
  ...{ importId: 'x', defaultTime: 0, bodyLimit: 1_000_000 },
}
const enrich = createEnrich()

/** Enriches what was read, if it is an observation. */
export function enrichReading(reading: Reading): void {
  if (reading.kind === 'observation') enrich(reading.observation, CONTEXT)
}

/** A run of `length` bytes. */
export function runOf(piece: string, length: number): Buffer {
  return Buffer.from(piece.repeat(Math.ceil(length / Buffer.byteLength(piece))))
}

/** Places at which something begins or ends, the same on every run. */
export function positionsOf(bytes: Buffer): readonly number[] {
  const found = [0, bytes.length]
  for (const sign of '"<=: >\'{[,\n') {
    const first = bytes.indexOf(sign)
    const later = bytes.indexOf(sign, bytes.length >> 1)
    found.push(...[first, later].filter((at) => at >= 0).flatMap((at) => [at, at + 1]))
  }
  return [...new Set(found)]
}

export function withRun(bytes: Buffer, at: number, run: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), run, bytes.subarray(at)])
}
