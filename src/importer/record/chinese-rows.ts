// Files of rows below Chinese headings.
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { firstCells, readRows, reject } from '../text/index.ts'
import { recordOfChinese } from './chinese.ts'
import { RecordMapper } from './mapper.ts'

/** Reads rows below Chinese headings, each reject with the headings above it. */
export async function* readChineseRows(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  let header: { readonly cells: readonly string[]; readonly text: string } | undefined
  for await (const row of readRows(input.bytes, options)) {
    const above = header === undefined ? '' : `${header.text}\n`
    if (row.kind === 'reject') yield reject(row.reject.line, row.reject.reason, above + row.reject.text)
    else if (header === undefined) header = row
    else if (row.text !== header.text)
      yield* mapper.map(recordOfChinese(header.cells, row.cells), row.line, above + row.text)
  }
  yield* mapper.finish()
}

/** The headings of a table at the start of a text. */
export function headingsOf(text: string): readonly string[] {
  return firstCells(text.replace(/^\ufeff/, '').slice(0, 8192)).map((cell) => cell.replace(/^"(.*)"$/, '$1'))
}
