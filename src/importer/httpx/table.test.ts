import { describe, expect, it } from 'vitest'
import { recordOfRow } from './table.ts'

describe('a cell of the CSV output', () => {
  it.each([
    ['title', 'Start', 'Start'],
    ['favicon', "'-247388890", '-247388890'],
    ['title', "'quoted'", "'quoted'"],
    ['a', '[192.0.2.1 192.0.2.2]', ['192.0.2.1', '192.0.2.2']],
    ['a', '["192.0.2.1"]', ['192.0.2.1']],
    ['cname', '[]', []],
    ['tech', '["Apache HTTP Server","PHP"]', ['Apache HTTP Server', 'PHP']],
    ['tech', '[PHP]', ['PHP']],
    ['title', '[x] y', '[x] y'],
    ['timestamp', '2022-03-01 10:20:30.1 +0000 UTC m=+1.5', '2022-03-01 10:20:30.1 +0000 UTC'],
  ])('%s %j is %j', (name, cell, expected) =>
    expect(recordOfRow([name], [cell])).toEqual({ [name]: expected }),
  )

  it.each([
    ['asn', '<nil>'],
    ['header', 'map[content_type:text/html]'],
    ['tls', '&{x}'],
    ['body', ''],
    // Go's print form does not show where one name ends and the next begins.
    ['tech', '[Apache HTTP Server PHP]'],
  ])('%s %j says nothing', (name, cell) => expect(recordOfRow([name], [cell])).toEqual({}))

  it('is nested where its name is dotted', () =>
    expect(recordOfRow(['asn.as_number', 'asn.as_name'], ['AS64500', 'EXAMPLE'])).toEqual({
      asn: { as_number: 'AS64500', as_name: 'EXAMPLE' },
    }))
})
