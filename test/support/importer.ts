// Runs importers over bytes in tests.
import type { Importer, Input, Reading, ReadOptions } from '../../src/importer/index.ts'

/** The options of most imports: none. */
export const NO_OPTIONS: ReadOptions = { port: undefined, fields: undefined }

/** An input of bytes in memory, read in chunks of `chunk` bytes. */
export function memoryInput(name: string, bytes: Uint8Array, chunk = 65536): Input {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  return { name, bytes: chunks(), beside: async () => undefined }
}

/** Everything an importer yields for an input. */
export async function readAll(importer: Importer, input: Input, options = NO_OPTIONS): Promise<Reading[]> {
  const readings: Reading[] = []
  for await (const reading of importer.read(input, options)) readings.push(reading)
  return readings
}

/** Readings as in expected.json: bytes as base64 texts. */
export function plain(readings: readonly Reading[]): unknown {
  const bytes = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
  // Buffer has a `toJSON` that runs before the replacer and must not.
  const unwrapped = readings.map((reading) =>
    reading.kind === 'observation' ? { ...reading, observation: { ...reading.observation } } : reading,
  )
  for (const reading of unwrapped) {
    if (reading.kind !== 'observation') continue
    const { certificate, icon, screenshot } = reading.observation
    if (certificate instanceof Uint8Array)
      Object.assign(reading.observation, { certificate: new Uint8Array(certificate) })
    if (screenshot instanceof Uint8Array)
      Object.assign(reading.observation, { screenshot: new Uint8Array(screenshot) })
    if (icon !== undefined) Object.assign(reading.observation, { icon: new Uint8Array(icon) })
  }
  return JSON.parse(JSON.stringify(unwrapped, bytes))
}
