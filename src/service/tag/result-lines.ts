// Results as stored: NDJSON with the header in the first line, converted to the other formats while reading.
import { open } from 'node:fs/promises'

const PIECE = 256 * 1024

/** The lines of a result; the file is opened when the first line is read. */
// Not by `readline`, which also ends lines at U+2028 and U+2029, and titles contain those.
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest = Buffer.alloc(0)
    for await (const piece of file.createReadStream({ highWaterMark: PIECE, autoClose: false })) {
      const bytes = Buffer.concat([rest, piece as Buffer])
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield bytes.toString('utf8', from, end)
        from = end + 1
      }
      rest = bytes.subarray(from)
    }
  } finally {
    await file.close()
  }
}

/** Lines as the pieces of a file. */
export function* piecesOf(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
