import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tilesOf } from './treemap.ts'

it('gives every count its share of the area, inside the square', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 }), (counts) => {
      const sorted = [...counts].sort((a, b) => b - a)
      const sum = sorted.reduce((all, count) => all + count, 0)
      const tiles = tilesOf(sorted)
      expect(tiles).toHaveLength(sorted.length)
      tiles.forEach(({ x, y, width, height }, index) => {
        expect(width * height).toBeCloseTo((10_000 * (sorted[index] ?? 0)) / sum, 3)
        expect(Math.min(x, y)).toBeGreaterThan(-1e-6)
        expect(Math.max(x + width, y + height)).toBeLessThan(100 + 1e-6)
      })
    }),
  )
})

it('draws nothing for nothing', () => {
  expect(tilesOf([])).toEqual([])
  expect(tilesOf([0, 0])).toEqual([])
})
