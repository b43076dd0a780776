// `periplus list …` as the owner of an account uses it, in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programOn } from '../support/program.ts'

const data = mkdtempSync(join(tmpdir(), 'periplus-list-'))
const file = join(data, 'elements.txt')
afterAll(() => rmSync(data, { recursive: true, force: true }))

const periplus = programOn(data)

beforeAll(async () => {
  await periplus('account', 'create', '--email', 'ada@example.com')
  writeFileSync(file, '192.0.2.0/24 # ours\nexample.com, AS64500\n')
})

it('stores, shows, replaces and removes a list of the only account', async () => {
  expect(await periplus('list', 'all')).toBe('no lists\n')
  expect(await periplus('list', 'put', '@office', file)).toBe('stored @office with 3 elements\n')
  expect(await periplus('list', 'show', 'office')).toBe('192.0.2.0/24\nexample.com\nAS64500\n')
  writeFileSync(file, '198.51.100.7\n')
  expect(await periplus('list', 'put', 'office', file)).toBe('stored @office with 1 element\n')
  expect(JSON.parse(await periplus('list', 'all', '--json'))).toMatchObject({
    lists: [{ name: 'office', elements: 1 }],
  })
  expect(JSON.parse(await periplus('list', 'show', 'office', '--json'))).toEqual({
    name: 'office',
    elements: ['198.51.100.7'],
  })
  expect(await periplus('list', 'remove', '@office')).toBe('removed @office\n')
  expect(await periplus('list', 'show', 'office')).toContain('the list `office` does not exist')
})

it('is a value of the queries of commands', async () => {
  const scan = join(data, 'scan.ndjson')
  const record = (ip: string) => `{"ip":"${ip}","port":443,"title":"at ${ip}"}\n`
  writeFileSync(scan, record('192.0.2.7') + record('203.0.113.9'))
  await periplus('import', scan)
  writeFileSync(file, '192.0.2.0/24\n')
  await periplus('list', 'put', 'nets', file)
  const found = await periplus('search', 'ip="@nets"', '--format', 'csv', '--fields', 'ip')
  expect([found.includes('192.0.2.7'), found.includes('203.0.113.9')]).toEqual([true, false])
  expect(await periplus('search', 'ip="@nett"')).toContain('did you mean `@nets`?')
  expect(await periplus('search', 'ip!="@nets"', '--explain')).toContain('203.0.113.9')
  await periplus('list', 'remove', 'nets')
})

it('refuses what is not a list, with its line', async () => {
  writeFileSync(file, '192.0.2.1\nnot an element\n')
  expect(await periplus('list', 'put', 'office', file)).toContain(
    'line 2 of the list: `not an element` must be',
  )
  writeFileSync(file, '# nothing\n')
  expect(await periplus('list', 'put', 'office', file)).toContain('the list is empty')
  writeFileSync(
    file,
    Array.from(
      { length: 1_000_000 },
      (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    ).join('\n'),
  )
  expect(await periplus('list', 'put', 'office', file)).toContain('more than 500000 elements')
  expect(await periplus('list', 'put', 'of fice', file)).toContain('the name of a list has 1 to 80 letters')
  expect(await periplus('list', 'put', 'office', join(data, 'absent.txt'))).toContain('absent.txt')
})

it('asks whose list it is where there are several accounts, also in queries', async () => {
  await periplus('account', 'create', '--email', 'bob@example.com')
  writeFileSync(file, '192.0.2.7\n')
  expect(await periplus('list', 'all')).toContain('--account')
  expect(await periplus('list', 'put', 'own', file, '--account', 'bob@example.com')).toContain('stored @own')
  expect(await periplus('list', 'all', '--account', 'ada@example.com')).toBe('no lists\n')
  expect(await periplus('list', 'all', '--account', 'bob@example.com')).toContain('@own')
  expect(await periplus('search', 'ip="@own"')).toContain('name its account with --account')
  expect(await periplus('search', 'ip="@own"', '--account', 'eve@example.com')).toContain('no account')
  expect(await periplus('search', 'ip="@own"', '--account', 'ada@example.com')).toContain('does not have')
  expect(await periplus('export', 'ip="@own"', '--account', 'BOB@example.com')).toContain('192.0.2.7')
  expect(await periplus('delete', 'ip="@own"', '--account', 'bob@example.com', '--yes')).toContain(
    'removed 1 record',
  )
})
