// A difference hash: the picture as 9 × 8 averages of grey; each bit says whether an average is clearly brighter than the one to its
// right. It survives other sizes and other compression.

/** What a picture shows. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** The brightness of a pixel, 0 to 255. */
  readonly grey: (x: number, y: number) => number
}

const COLUMNS = 9
const ROWS = 8
/** Pixels that are sampled along each side of a cell. */
const SAMPLES = 48
/** A smaller difference is noise of compression. */
const CLEARLY = 2

/** The hash, as 16 hexadecimal digits. */
export function perceptualHash(pixels: Pixels): string {
  let bits = 0n
  for (let row = 0; row < ROWS; row++) {
    const averages = Array.from({ length: COLUMNS }, (_, column) => averageOf(pixels, column, row))
    for (const [index, average] of averages.slice(0, -1).entries())
      bits = (bits << 1n) | (average > (averages[index + 1] ?? 0) + CLEARLY ? 1n : 0n)
  }
  return bits.toString(16).padStart(16, '0')
}

function averageOf({ width, height, grey }: Pixels, column: number, row: number): number {
  const across = samplesOf(width, COLUMNS, column)
  const down = samplesOf(height, ROWS, row)
  let sum = 0
  for (const y of down) for (const x of across) sum += grey(x, y)
  return sum / (across.length * down.length)
}

/** Sampled positions along one side of a cell, spread evenly. */
function samplesOf(length: number, cells: number, cell: number): readonly number[] {
  const start = (cell * length) / cells
  const size = length / cells
  const looks = Math.max(1, Math.min(SAMPLES, Math.floor(size)))
  return Array.from({ length: looks }, (_, index) => Math.floor(start + ((index + 0.5) * size) / looks))
}

/** The brightness of a colour (ITU-R BT.601). */
export function greyOf(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
