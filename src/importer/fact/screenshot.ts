import { Buffer } from 'node:buffer'
import type { Observation } from '../../asset/index.ts'
import type { Mapped } from './mapped.ts'

/** The screenshot that a tool wrote into its output as base64, else the one in the file that it names. */
export function screenshotOf(
  base64: string | undefined,
  path?: string | undefined,
): Pick<Observation, 'screenshot'> {
  if (base64 !== undefined && base64 !== '') return { screenshot: bytesOf(base64) }
  return path === undefined || path === '' ? {} : { screenshot: { path } }
}

/** An observation with its screenshot; anything else stays as it is. */
export function withScreenshot(mapped: Mapped, screenshot: Pick<Observation, 'screenshot'>): Mapped {
  return mapped.kind === 'observation'
    ? { ...mapped, observation: { ...mapped.observation, ...screenshot } }
    : mapped
}

/** The bytes, without the `data:` that some versions write first. */
function bytesOf(base64: string): Uint8Array {
  const start = base64.startsWith('data:') ? base64.slice(0, 100).indexOf(',') + 1 : 0
  return Buffer.from(start === 0 ? base64 : base64.slice(start), 'base64')
}
