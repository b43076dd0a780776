// What a command keeps beside a file that is not whole yet, so that the same command continues.
import { readFileSync } from 'node:fs'
import { replaceFile } from '../disk/index.ts'

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

/** Keeps what the same command needs to continue. */
export function saveResume(path: string, kept: object): void {
  replaceFile(path, JSON.stringify(kept), { durable: false })
}
