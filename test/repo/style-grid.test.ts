// The rhythm of the page: spaces and heights are steps of its 8 px grid, or half steps.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../web/src')
const SPACES = /^\s*(?:padding|margin|gap|height|min-height|line-height|font)(?:-[a-z]+)?:\s*([^;]+);/
const HALF_STEP = 4
/** Hairlines, and what they take from a space beside them. */
const HAIRLINE = 2

describe('the styles of the page', () => {
  it('keep spaces, heights and lines of text on the grid', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.css'),
    )
    expect(files.length).toBeGreaterThan(HALF_STEP)
    const off = files.flatMap((path) =>
      readFileSync(resolve(root, path), 'utf8')
        .split('\n')
        .filter((line) => lengthsOf(line).some((length) => length > HAIRLINE && length % HALF_STEP !== 0))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(off).toEqual([])
  })
})

/** The pixels of a declaration that make the rhythm; of a font the height of its lines. */
function lengthsOf(line: string): readonly number[] {
  const value = SPACES.exec(line)?.[1] ?? ''
  const size = /^\s*font/.test(line) ? (/\/ ([\d.]+px)/.exec(value)?.[1] ?? '') : value
  return [...size.matchAll(/(?<![\w.])([\d.]+)px/g)].map(([, length]) => Number(length))
}
