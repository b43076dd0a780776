import type { JsonObject } from '../text/index.ts'

/** One module's answer for one target. */
export interface Answer {
  readonly ip: string | undefined
  readonly domain: string | undefined
  /** What the module is, whatever the user called it. */
  readonly module: string
  readonly result: JsonObject
  readonly time: number | undefined
  /** Port as far as the line or the caller names one. */
  readonly port: number | undefined
  /** The caller's `--port`, for what has no other. */
  readonly fallback: number | undefined
}
