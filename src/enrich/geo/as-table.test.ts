import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openAsFile, openAsTable, readAsFile } from './as-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'as-table-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a table of networks', () => {
  const rows =
    '192.0.2.0,192.0.2.127,64500,"Example, Inc."\n192.0.2.200,192.0.2.200,64501,"LLC ""Quoted"""\r\n198.51.100.0,198.51.100.255,64500,Other text'

  test.each([
    ['text', rows],
    [
      'numbers',
      '3221225984,3221226111,64500,"Example, Inc."\n3221226184,3221226184,64501,"LLC ""Quoted"""\n3325256704,3325256959,64500,x\n',
    ],
  ])('with addresses as %s finds the network of an address', (name, content) => {
    const find = openAsTable(readAsFile(file(name, content), 4))
    expect(find('192.0.2.0')).toEqual({
      number: 64500,
      organization: 'Example, Inc.',
      range: '192.0.2.0-192.0.2.127',
    })
    expect(find('192.0.2.127')?.number).toBe(64500)
    expect(find('192.0.2.200')).toMatchObject({ number: 64501, organization: 'LLC "Quoted"' })
    expect(find('198.51.100.77')).toMatchObject({ number: 64500, organization: 'Example, Inc.' })
    for (const ip of [
      '0.0.0.0',
      '192.0.1.255',
      '192.0.2.128',
      '192.0.2.199',
      '192.0.2.201',
      '255.255.255.255',
      'x',
      '',
    ])
      expect(find(ip), ip).toBeUndefined()
  })

  test('of IPv6 finds ranges that split a /64', () => {
    const path = file(
      'v6',
      '2001:db8::,2001:db8::ff,64500,A\n2001:db8::100,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,64501,B\n',
    )
    const find = openAsTable(readAsFile(path, 6))
    expect(find('2001:db8::ff')?.number).toBe(64500)
    expect(find('2001:db8::100')?.number).toBe(64501)
    expect(find('2001:db7::')).toBeUndefined()
    expect(find('2001:db9::')).toBeUndefined()
  })

  test('that is empty finds nothing', () => {
    expect(openAsTable(readAsFile(file('empty', ''), 4))('192.0.2.1')).toBeUndefined()
  })

  test.each([
    [
      'not of this layout',
      'first,last,asn,name\n',
      'line 1: expected first address, last address, AS number, organisation',
    ],
    ['cut in a line', '192.0.2.0,192.0.2.1,64500,A\n192.0.3.0,192', 'line 2: expected'],
    ['of the other family', '2001:db8::,2001:db8::1,64500,A\n', 'line 1: expected'],
    [
      'not sorted',
      '192.0.3.0,192.0.3.1,1,A\n192.0.2.0,192.0.2.1,2,B\n',
      'line 2: ranges must be sorted by their first address',
    ],
  ])('%s is refused with the line', (name, content, message) => {
    expect(() => openAsTable(readAsFile(file(name, content), 4))).toThrow(message)
  })
})

describe('the lines of a file', () => {
  const lines = Array.from(
    { length: 300 },
    (_, index) =>
      `10.0.${index >> 1}.${(index % 2) * 128},10.0.${index >> 1}.${(index % 2) * 128 + 100},${64500 + (index % 7)},"AS, ${index % 7}"`,
  )

  test.each([
    ['at the end', lines.join('\n')],
    ['and a line end at the end', `${lines.join('\n')}\n`],
    ['of Windows', lines.join('\r\n')],
    ['of which there is one', lines[0] ?? ''],
    ['of which there is none', ''],
  ])('%s are searched as the table is, before and after there is one', (_, content) => {
    const path = file('lines', content)
    const inTable = openAsTable(readAsFile(path, 4))
    const find = openAsFile(path, 4)
    const addresses = Array.from({ length: 4000 }, (_, index) => `10.0.${index % 160}.${(index * 37) % 256}`)
    for (const ip of ['0.0.0.0', '9.255.255.255', '255.255.255.255', 'x', '', ...addresses])
      expect(find(ip), ip).toEqual(inTable(ip))
  })

  test('of IPv6 are searched as the table is', () => {
    const path = file('lines6', '2001:db8::,2001:db8::ff,64500,A\n2001:db8::100,2001:db8:1::,64501,B\n')
    const [inTable, find] = [openAsTable(readAsFile(path, 6)), openAsFile(path, 6)]
    for (const ip of [
      '::',
      '2001:db8::',
      '2001:db8::ff',
      '2001:db8::100',
      '2001:db8:1::',
      '2001:db8:1::1',
      'ffff::',
    ])
      expect(find(ip), ip).toEqual(inTable(ip))
  })
})
