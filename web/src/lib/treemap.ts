// Rectangles whose areas are in proportion to counts, as square as they get (squarified treemap by Bruls, Huizing and van Wijk).

/** A rectangle within a square of 100 by 100. */
interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle for every count, in their order; no count may be larger than the one before. */
export function tilesOf(counts: readonly number[]): readonly Tile[] {
  const sum = total(counts)
  if (sum === 0) return []
  const areas = counts.map((count) => (count * 10_000) / sum)
  const tiles: Tile[] = []
  let free: Tile = { x: 0, y: 0, width: 100, height: 100 }
  while (tiles.length < areas.length) {
    const row = nextRow(areas.slice(tiles.length), Math.min(free.width, free.height))
    const laid = layRow(row, free)
    tiles.push(...laid.tiles)
    free = laid.free
  }
  return tiles
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** As many areas as make a row along a side before its worst rectangle gets longer. */
function nextRow(areas: readonly number[], side: number): readonly number[] {
  let length = 1
  const worstOf = (count: number) => worst(areas.slice(0, count), side)
  while (length < areas.length && worstOf(length + 1) <= worstOf(length)) length++
  return areas.slice(0, length)
}

/** How long the longest rectangle of a row is for its width. */
function worst(row: readonly number[], side: number): number {
  const depth = total(row) / side
  return Math.max(...row.map((area) => Math.max(area / depth ** 2, depth ** 2 / area)))
}

function layRow(
  row: readonly number[],
  free: Tile,
): { readonly tiles: readonly Tile[]; readonly free: Tile } {
  const isUpright = free.width >= free.height
  const depth = total(row) / (isUpright ? free.height : free.width)
  let at = 0
  const tiles = row.map((area): Tile => {
    const length = area / depth
    const start = at
    at += length
    return isUpright
      ? { x: free.x, y: free.y + start, width: depth, height: length }
      : { x: free.x + start, y: free.y, width: length, height: depth }
  })
  const rest = isUpright
    ? { ...free, x: free.x + depth, width: free.width - depth }
    : { ...free, y: free.y + depth, height: free.height - depth }
  return { tiles, free: rest }
}
