import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../field/index.ts'
import { type Completion, complete } from './index.ts'

/** The completions at `|` in a text, in short. */
function offered(marked: string): string {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  const completion = complete(text, cursor)
  if (completion === undefined) return 'nothing'
  const replaced = text.slice(completion.span.start, completion.span.end)
  return `${completion.kind} for ${completion.prefix} replacing ${replaced}: ${choices(completion)}`
}

function choices(completion: Completion): string {
  switch (completion.kind) {
    case 'field': {
      const names = completion.fields.slice(0, 3).map((field) => field.name)
      const functions = completion.functions.map((name) => `${name}()`)
      return [
        ...names,
        ...functions,
        ...completion.joiners.map((joiner) => (joiner === '&&' ? 'and' : 'or')),
      ].join(' ')
    }
    case 'operator':
      return `${completion.field.name} ${completion.operators.join(' ')}`
    case 'value':
      return [completion.field.name, completion.operator, ...completion.known].join(' ')
  }
}

describe('completion', () => {
  it.each([
    ['|', 'field for  replacing : host title ip'],
    ['ti|', 'field for ti replacing ti: title as_organization latitude'],
    ['TI|', 'field for TI replacing TI: title as_organization latitude'],
    ['asn|', 'field for asn replacing asn: as_number'],
    ['coordinates|', 'field for coordinates replacing coordinates: '],
    ['(|', 'field for  replacing : host title ip'],
    ['!ti|', 'field for ti replacing ti: title as_organization latitude'],
    ['ti|tle', 'field for ti replacing title: title as_organization latitude'],
    ['x ti|tle="a"', 'field for ti replacing title: title as_organization latitude and or'],
    ['nginx |', 'field for  replacing : host title ip and or'],
    ['title="x" |', 'field for  replacing : host title ip and or'],
    ['title="x" && po|', 'field for po replacing po: port port_size port_size_gt'],
    ['title="x" and po|', 'field for po replacing po: port port_size port_size_gt and or'],
    ['ip_|', 'field for ip_ replacing ip_: ip_ports ip_after ip_before ip_filter() ip_exclude()'],
    ['ip_filter(ti|', 'field for ti replacing ti: title as_organization latitude'],
    ['ip_filter(port=2|', 'value for 2 replacing 2: port ='],
    ['(title="x")|', 'field for  replacing : host title ip and or'],
    ['title |', 'operator for  replacing : title = == =~ *= != !== !~ !*='],
    ['title !|', 'operator for ! replacing !: title != !== !~ !*='],
    ['title!|', 'operator for ! replacing !: title != !== !~ !*='],
    ['is_cloud |', 'operator for  replacing : is_cloud = == != !=='],
    ['x && asn |', 'operator for  replacing : as_number = == =~ *= != !== !~ !*= > >= < <='],
    ['title=|', 'value for  replacing : title ='],
    ['title = |', 'value for  replacing : title ='],
    ['title=lo|', 'value for lo replacing lo: title ='],
    ['title=lo|gin', 'value for lo replacing login: title ='],
    ['title="lo|', 'value for lo replacing "lo: title ='],
    ['title="lo|"', 'value for lo replacing "lo": title ='],
    ['title="lo|gin" && a', 'value for lo replacing "login": title ='],
    ['title="lo| && body="x"', 'value for lo replacing "lo: title ='],
    ['title="two wo|', 'value for two wo replacing "two wo: title ='],
    ["title='it\\'s|", "value for it's replacing 'it\\'s: title ="],
    ['a && (org!="x|', 'value for x replacing "x: as_organization !='],
    ['is_cloud=|', 'value for  replacing : is_cloud = true false'],
    ['is_cloud=t|', 'value for t replacing t: is_cloud = true'],
    ['titel=|', 'nothing'],
    ['"two wo|', 'nothing'],
    ['http://x|', 'nothing'],
    ['a && port>8|', 'value for 8 replacing 8: port >'],
    ['a && port>|', 'value for  replacing : port >'],
  ])('at %s offers %s', (marked, wanted) => {
    expect(offered(marked)).toBe(wanted)
  })

  it('offers every field at the start, each once', () => {
    const completion = complete('', 0)
    expect(completion?.kind === 'field' && completion.fields).toEqual(
      CATALOGUE.filter(({ operators }) => operators.length > 0),
    )
  })

  it('works at any position of any text, with a span around the cursor', () => {
    const text = fc.string({
      unit: fc.constantFrom('title', 'ip', ' ', '=', '!', '"', "'", '(', '&&', '\\', 'x', 'and ', '~'),
    })
    fc.assert(
      fc.property(text, fc.nat(60), (written, at) => {
        const cursor = Math.min(at, written.length)
        const { start, end } = complete(written, cursor)?.span ?? { start: cursor, end: cursor }
        expect(start <= cursor && cursor <= end && end <= written.length).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
