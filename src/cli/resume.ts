// What a command keeps beside a file that is not whole yet, so that the same command continues.
import { readFileSync } from 'node:fs'

/** What an earlier run of the same request kept; undefined where there is none, or it was another request. */
export function readResume<Kept extends object>(path: string, request: object): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>
    const same = Object.entries(request).every(
      ([name, value]) => JSON.stringify(kept[name]) === JSON.stringify(value),
    )
    return same ? (kept as Kept) : undefined
  } catch {
    return undefined
  }
}
