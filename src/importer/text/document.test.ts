import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Document, type DocumentOptions, readDocuments } from './document.ts'

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, options: DocumentOptions = {}, size = 65536): Promise<Document[]> {
  const documents: Document[] = []
  for await (const document of readDocuments(chunksOf(text, size), options)) documents.push(document)
  return documents
}

/** Documents in short: `line value`, `line path.key value`, `line: reason`, or the note. */
function short(documents: readonly Document[]): string[] {
  return documents.map((document) => {
    if (document.kind === 'note') return document.text
    if (document.kind === 'reject') return `${document.reject.line}: ${document.reject.reason}`
    const { line, path, key, part, value } = document
    const where = [part === 'opening' ? 'opening' : '', path, key ?? '']
      .filter((word) => word !== '')
      .join('.')
    return `${line} ${where === '' ? '' : `${where} `}${JSON.stringify(value)}`
  })
}

describe('JSON values', () => {
  it.each<[string, string, string[]]>([
    ['one per line', '{"a":1}\n{"a":2}\r\n\n{"a":3}', ['1 {"a":1}', '2 {"a":2}', '4 {"a":3}']],
    ['with a byte-order mark', '\ufeff{"a":1}\n{"a":2}\n', ['1 {"a":1}', '2 {"a":2}']],
    ['in an array', '[{"a":1},\n {"a":2}]', ['1 {"a":1}', '2 {"a":2}']],
    ['in an array with a mark', '\ufeff[{"a":1}]', ['1 {"a":1}']],
    ['in an array of texts and numbers', '["a","b]",3,null]', ['1 "a"', '1 "b]"', '1 3', '1 null']],
    ['in an array of arrays', '[["a","b"],["c"]]', ['1 ["a","b"]', '1 ["c"]']],
    ['pretty-printed', '{\n "a": 1,\n "b": [\n 2 ]\n}\n{\n "a": 2\n}', ['1 {"a":1,"b":[2]}', '6 {"a":2}']],
    ['with commas behind each line', '{"a":1},\n{"a":2},\n', ['1 {"a":1}', '2 {"a":2}']],
    ['in arrays behind each other', '[{"a":1}]\n[{"a":2}]', ['1 {"a":1}', '2 {"a":2}']],
    ['with a raw tab in a text', '{"a":"x\ty"}\n{"a":2}', ['1 {"a":"x\\ty"}', '2 {"a":2}']],
    ['none', ' \n', []],
    ['alone', '{"a":1}', ['1 {"a":1}']],
  ])('%s', async (_, text, expected) => {
    for (const size of [1, 5, 65536]) expect(short(await read(text, {}, size))).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    ['a torn last line', '{"a":1}\n{"a":', ['1 {"a":1}', '2: the input ends within this record']],
    [
      'a torn first line',
      '{"a":"x\n{"a":2}\n',
      [expect.stringMatching(/^1: not JSON: /) as string, '2 {"a":2}'],
    ],
    [
      'a torn line within',
      '{"a":1}\n{"a":"x{"a":2}\n{"a":3}\n',
      ['1 {"a":1}', expect.stringMatching(/^2: not JSON: /) as string, '3 {"a":3}'],
    ],
    [
      'an array that is never closed',
      '[{"a":1},{"a":2}',
      ['1 {"a":1}', '1 {"a":2}', 'the input ends before its JSON list is closed: it may be incomplete'],
    ],
    [
      'a torn item of an array',
      '[\n  {"a":1},\n  {"a":"x\n  {"a":3}\n]\n',
      ['2 {"a":1}', '3: a line ends within a text: the record is torn', '4 {"a":3}'],
    ],
    [
      'a torn item spread over lines',
      '[\n  {\n    "a": "x\n    "b": {\n    }\n  },\n  {\n    "a": 2\n  }\n]\n',
      ['2: a line ends within a text: the record is torn', '7 {"a":2}'],
    ],
    [
      'a value that is none',
      '{"a":1}\n{"a":NaN}\n',
      [
        '1 {"a":1}',
        '2 {"a":null}',
        expect.stringMatching(/^2: not JSON: .*; it was read without what is damaged there$/) as string,
      ],
    ],
    [
      'a bad byte before a value',
      '{"a":\x011,"b":"x\\q"}\n',
      ['1 {"a":null,"b":"x\\\\q"}', expect.stringMatching(/^1: not JSON: /) as string],
    ],
    [
      'a bad byte between values',
      '{"a":1 \x01,"b":2}\n',
      ['1 {"a":1,"b":2}', expect.stringMatching(/^1: not JSON: /) as string],
    ],
    [
      'what is damaged in many places',
      '{"a":x,"b":y,"c":z,"d":w}\n',
      [expect.stringMatching(/^1: not JSON: /) as string],
    ],
    [
      'words',
      'hello\nworld\n',
      [expect.stringMatching(/^1: not/) as string, expect.stringMatching(/^2: not/) as string],
    ],
  ])('leave %s out and go on', async (_, text, expected) => {
    for (const size of [1, 5, 65536]) expect(short(await read(text, {}, size))).toEqual(expected)
  })

  it('longer than the limit are one reject each', async () => {
    const long = `{"a":"${'x'.repeat(500)}"}`
    for (const text of [`{"a":1}\n${long}\n{"a":2}`, `[{"a":1},\n${long},\n{"a":2}]`]) {
      const seen = short(await read(text, { lineLimit: 100 }, 7))
      expect(seen).toEqual([
        '1 {"a":1}',
        expect.stringMatching(/^2: longer than the limit of 100 bytes/),
        '3 {"a":2}',
      ])
    }
  })

  it('keep bytes that are not valid UTF-8 readable', async () => {
    const bytes = Buffer.from('{"a":"caf\xe9 \\n"}\n{"a":"\xff"}', 'latin1')
    async function* source(): AsyncGenerator<Uint8Array> {
      yield bytes
    }
    const values: unknown[] = []
    for await (const document of readDocuments(source()))
      if (document.kind === 'value') values.push(document.value)
    expect(values).toEqual([{ a: 'caf\\xe9 \n' }, { a: '\\xff' }])
  })

  it('are repaired where the tool says how', async () => {
    const repair = (text: string): string => text.replaceAll("'", '"')
    expect(short(await read("{'a':1}\n{\"a\":'}\n", { repair }))).toEqual([
      '1 {"a":1}',
      '2 {"a":null}',
      expect.stringMatching(/^2: not JSON/),
    ])
  })
})

describe('items of a wrapping object', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'an array',
      '{"v":1,\n"matches":[{"a":1},\n{"b":[{}]}],"total":3}',
      ['matches'],
      [
        '1 opening {"v":1,"matches":[]}',
        '2 matches {"a":1}',
        '3 matches {"b":[{}]}',
        '1 {"v":1,"matches":[],"total":3}',
      ],
    ],
    [
      'an array further in',
      '{\n"log":{"x":[1],"entries":[{"a":1}],"y":{"z":2}}}',
      ['log.entries'],
      [
        '1 opening {"log":{"x":[1],"entries":[]}}',
        '2 log.entries {"a":1}',
        '1 {"log":{"x":[1],"entries":[],"y":{"z":2}}}',
      ],
    ],
    [
      'an object of objects',
      '{\n"pages":{"http://a/":{"a":1},\n"k\\"":{"b":2}},"e":1}',
      ['pages'],
      ['1 opening {"pages":{}}', '2 pages.http://a/ {"a":1}', '3 pages.k" {"b":2}', '1 {"pages":{},"e":1}'],
    ],
    [
      'each line by itself',
      '{"v":1,"data":[1],"t":2}\n{"data":"no list"}\n',
      ['data'],
      ['1 opening {"v":1,"data":[],"t":2}', '1 data 1', '1 {"v":1,"data":[],"t":2}', '2 {"data":"no list"}'],
    ],
  ])('from %s', async (_, text, unwrap, expected) => {
    for (const size of [1, 5, 65536]) expect(short(await read(text, { unwrap }, size))).toEqual(expected)
  })

  it('are read one by one, however many there are', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"total":3,\n"matches":[')
      for (let item = 0; item < 3000; item++)
        yield Buffer.from(`${item > 0 ? ',' : ''}{"a":"${'x'.repeat(1000)}"}\n`)
      yield Buffer.from(']}')
    }
    let items = 0
    // The whole is far beyond the limit, each item is not.
    for await (const document of readDocuments(source(), { unwrap: ['matches'], lineLimit: 2000 }))
      if (document.kind === 'value' && document.part === 'item') items++
    expect(items).toBe(3000)
  })
})

describe('any JSON values', () => {
  const values = fc.array(fc.record({ a: fc.jsonValue() }), { minLength: 1, maxLength: 5 })
  const arrangements: readonly [string, (values: readonly unknown[]) => string][] = [
    ['one per line', (all) => all.map((value) => JSON.stringify(value)).join('\n')],
    ['in an array', (all) => JSON.stringify(all)],
    ['in a pretty array', (all) => JSON.stringify(all, null, 2)],
    ['pretty one after the other', (all) => all.map((value) => JSON.stringify(value, null, 1)).join('\n')],
    ['glued together', (all) => all.map((value) => JSON.stringify(value)).join('')],
  ]

  it.each(arrangements)('%s come back as they were, in any chunks', async (_, arrange) => {
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 50 }), async (all, size) => {
        const found = await read(arrange(all), {}, size)
        const back = found.map((document) => (document.kind === 'value' ? document.value : document))
        expect(JSON.stringify(back)).toBe(JSON.stringify(all))
      }),
      { numRuns: 150 },
    )
  })

  it('cut anywhere yield a beginning of the same values', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.nat(), fc.constantFrom(...arrangements), async (all, at, [, arrange]) => {
        const text = arrange(all)
        const found = await read(text.slice(0, at % (text.length + 1)), {}, 11)
        const back = found.flatMap((document) =>
          document.kind === 'value' ? [JSON.stringify(document.value)] : [],
        )
        // The last line may be cut into a smaller value only where it is a bare scalar, which records never are.
        expect(all.map((value) => JSON.stringify(value)).slice(0, back.length)).toEqual(back)
      }),
      { numRuns: 300 },
    )
  })
})
