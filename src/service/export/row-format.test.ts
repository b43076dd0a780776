import { describe, expect, it } from 'vitest'
import { rowWriter } from './row-format.ts'

const write = (format: 'csv' | 'ndjson' | 'json', rows: string[][]): string => {
  const writer = rowWriter(format, ['host', 'title'])
  return writer.head + rows.map((row) => writer.row(row)).join('') + writer.tail
}

describe('rows as text', () => {
  it('quotes CSV cells as RFC 4180 asks', () => {
    expect(write('csv', [['a', 'say "hi",\nplease']])).toBe('host,title\r\na,"say ""hi"",\nplease"\r\n')
  })

  it('never writes a CSV cell that starts a formula', () => {
    expect(write('csv', [['=cmd()', '@x']])).toBe("host,title\r\n'=cmd(),'@x\r\n")
  })

  it('writes one JSON object a line', () => {
    expect(write('ndjson', [['a', '\u001b']])).toBe('{"host":"a","title":"\\u001b"}\n')
  })

  it('writes one JSON document, even without rows', () => {
    expect(JSON.parse(write('json', []))).toEqual([])
    expect(
      JSON.parse(
        write('json', [
          ['a', 'b'],
          ['c', 'd'],
        ]),
      ),
    ).toEqual([
      { host: 'a', title: 'b' },
      { host: 'c', title: 'd' },
    ])
  })
})
