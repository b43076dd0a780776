// State that a command keeps beside an incomplete file, so that the same command can resume.
import { readFileSync } from 'node:fs'
import { replaceFile } from '../disk/index.ts'

/** The state kept by an earlier run of the same request; undefined if there is none or it was another request. */
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

/** Saves what the same command needs to resume. */
export function saveResume(path: string, kept: object): void {
  replaceFile(path, JSON.stringify(kept), { durable: false })
}
