import { expect, it } from 'vitest'
import { mergeLimit } from './part-settings.ts'

const MEBIBYTE = 1024 ** 2

it.each([
  [0, 64],
  [1, 64],
  [1024, 64],
  [1025, 128],
  [10 * 1024, 1024],
  [160 * 1024, 16 * 1024],
])('merges in a store of %i MiB make parts of up to %i MiB', (stored, largest) => {
  expect(mergeLimit(stored * MEBIBYTE)).toBe(largest * MEBIBYTE)
})
