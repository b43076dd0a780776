import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ElementEvent, printElement, readElements } from './element.ts'
import { decodeEntities } from './xml.ts'

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(
  xml: string | Uint8Array,
  wanted: string,
  size = 65536,
  lineLimit?: number,
): Promise<string[]> {
  const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml
  const seen: string[] = []
  for await (const event of readElements(chunksOf(bytes, size), new Set(wanted.split(' ')), { lineLimit }))
    seen.push(short(event))
  return seen
}

function short(event: ElementEvent): string {
  switch (event.kind) {
    case 'element':
      return `${event.element.line} ${printElement(event.element)}`
    case 'torn':
      return `torn ${printElement(event.element)}: ${event.reason}`
    case 'open':
      return `open ${event.name}${event.empty ? '/' : ''}`
    case 'close':
      return `close ${event.name}`
    case 'text':
      return `text ${event.text}`
    case 'reject':
      return `reject ${event.reject.line}: ${event.reject.reason}`
  }
}

describe('elements', () => {
  it.each<[string, string, string[]]>([
    [
      'with attributes and children',
      '<r>\n<h a="1" b=\'2\'><x/>t<y>u</y></h></r>',
      ['open r', '2 <h a="1" b="2">t<x/><y>u</y></h>', 'close r'],
    ],
    ['that are empty', '<r><h/><h ></h></r>', ['open r', '1 <h/>', '1 <h/>', 'close r']],
    ['with > in an attribute', '<h a="x > y"/>', ['1 <h a="x &gt; y"/>']],
    [
      'with entities and character numbers',
      '<h a="&lt;&#65;&#x42;&quot;&amp;amp;&nope;">&apos;&#xD800;&#99999999;</h>',
      ['1 <h a="&lt;AB&quot;&amp;amp;&amp;nope;">\'\ufffd&amp;#99999999;</h>'],
    ],
    [
      'with comments, processing and data sections',
      '<?xml version="1.0"?><!-- <h/> --><h><![CDATA[<x>&amp;]]]></h>',
      ['1 <h>&lt;x&gt;&amp;amp;]</h>'],
    ],
    [
      'behind a document type',
      '<!DOCTYPE a [<!ENTITY e "<h/>"><!ENTITY f SYSTEM "file:///x">]>\n<h>&e;&f;</h>',
      ['2 <h>&amp;e;&amp;f;</h>'],
    ],
    ['within each other', '<h><h/></h>', ['1 <h><h/></h>']],
    [
      'whose end is missing',
      '<r><h><x></r><h/>',
      ['open r', 'torn <h><x><h/></x></h>: the input ends within this record'],
    ],
    ['whose child is not closed', '<h><x>t</h><h/>', ['1 <h><x>t</x></h>', '1 <h/>']],
    ['as Nmap wrote them in 2000', '<r>\n</h a="1">\n</r>', ['open r', '2 <h a="1"/>', 'close r']],
    [
      'in a torn tag',
      '<r><h a="1\n<h b="2"/></r>',
      ['open r', 'reject 1: a tag is torn', '2 <h b="2"/>', 'close r'],
    ],
    ['that the input ends in', '<r><h a="1"><x', ['open r', 'torn <h a="1"/>: a tag is torn']],
    [
      'behind rows of signs',
      '<r><<<<h a="1"/><<</r>',
      ['open r', 'reject 1: a tag is torn', '1 <h a="1"/>', 'reject 1: a tag is torn', 'close r'],
    ],
    [
      'none',
      'just text < 3',
      [
        'reject 1: text before the beginning of the scan, which is not XML: import it as a file of its own',
        'reject 1: a tag is torn',
      ],
    ],
  ])('%s', async (_, xml, expected) => {
    for (const size of [1, 3, 65536]) expect(await read(xml, 'h', size)).toEqual(expected)
  })

  it('beyond the limit are handed on torn, without being held', async () => {
    const long = 'x'.repeat(5000)
    const seen = await read(`<h>${long}</h><h a="${long}"/><h b="1"/>`, 'h', 64, 1000)
    expect(seen).toEqual([
      expect.stringMatching(/^torn <h\/>: longer than the limit of 1000 bytes/),
      'close h',
      expect.stringMatching(/^reject 1: longer than the limit of 1000 bytes/),
      '1 <h b="1"/>',
    ])
  })

  it('nested without end stay shallow', async () => {
    const deep = `<h>${'<x>'.repeat(100_000)}`
    expect(await read(`${deep}${'</x>'.repeat(100_000)}</h><h/>`, 'h')).toHaveLength(2)
  })

  it('in a declared encoding or none at all stay readable', async () => {
    const latin = (encoding: string): Buffer =>
      Buffer.from(`<?xml version="1.0"${encoding}?><h a="caf\xe9"/>`, 'latin1')
    expect(await read(latin(' encoding="iso-8859-1"'), 'h')).toContain('1 <h a="café"/>')
    expect(await read(latin(''), 'h')).toContain('1 <h a="caf\\xe9"/>')
  })

  it('come back as they were printed', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !/[\r\n]/.test(value))
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 1, max: 40 }), async (value, inner, size) => {
        const element = { name: 'h', attributes: new Map([['a', value]]), children: [], text: inner, line: 1 }
        const events: ElementEvent[] = []
        for await (const event of readElements(
          chunksOf(Buffer.from(printElement(element)), size),
          new Set(['h']),
          {},
        ))
          events.push(event)
        expect(events).toEqual([{ kind: 'element', element }])
      }),
    )
  })

  it('of any bytes end in events', async () => {
    const pieces = fc.constantFrom(
      '<h',
      '>',
      '/>',
      '</h>',
      ' a="',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE',
      '[',
      '&#',
      'x',
      '\n',
      '<',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
        const whole = await read(parts.join(''), 'h')
        expect(await read(parts.join(''), 'h', 1)).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })
})

describe('entities', () => {
  it.each([
    ['&#45;&#x2d;', '--'],
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&lol;&#;&#x;&#xzz;&', '&lol;&#;&#x;&#xzz;&'],
    ['&#x1F600;', '😀'],
    ['&#xD83D;', '\ufffd'],
    ['&#x110000;', '\ufffd'],
  ])('%s is %j', (text, expected) => expect(decodeEntities(text)).toBe(expected))
})
