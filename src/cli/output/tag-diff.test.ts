import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { diffTags, diffText } from './tag-diff.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-tag-diff-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entry = (ip: string, ...tags: readonly string[]) => ({ line: 1, status: 'ok', ip, tags })
function put(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

it('names the tags that came and went, by address and in sum, whatever the format', () => {
  const older = put(
    'old.json',
    JSON.stringify({
      generated_at: '2026-03-01T00:00:00Z',
      results: [
        entry('192.0.2.1', 'cloud', 'cloud:aws'),
        entry('192.0.2.2', 'tor_exit'),
        entry('192.0.2.3', 'isp'),
        { line: 4, status: 'invalid', tags: [] },
      ],
    }),
  )
  const newer = put(
    'new.ndjson',
    [
      { generated_at: '2026-04-01T00:00:00Z' },
      entry('192.0.2.1', 'cloud', 'cloud:gcp'),
      entry('192.0.2.2'),
      entry('192.0.2.4', 'isp'),
    ]
      .map((value) => `${JSON.stringify(value)}\n`)
      .join(''),
  )
  const diff = diffTags(older, newer)
  expect(diff).toEqual({
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
    compared: 2,
    changed: [
      { ip: '192.0.2.1', added: ['cloud:gcp'], removed: ['cloud:aws'] },
      { ip: '192.0.2.2', added: [], removed: ['tor_exit'] },
    ],
    onlyOld: ['192.0.2.3'],
    onlyNew: ['192.0.2.4'],
    tags: [
      { tag: 'cloud:aws', added: 0, removed: 1 },
      { tag: 'cloud:gcp', added: 1, removed: 0 },
      { tag: 'tor_exit', added: 0, removed: 1 },
    ],
  })
  expect(diffText(diff)).toContain(
    '192.0.2.1\t+cloud:gcp\t-cloud:aws\n192.0.2.2\t-tor_exit\n# 2 of 2 addresses changed',
  )
})

it('refuses what is not a result', () => {
  const good = put('good.json', JSON.stringify({ results: [entry('192.0.2.1', 'isp')] }))
  for (const text of ['192.0.2.1\n', '{"results":[]}', 'null'])
    expect(() => diffTags(good, put('bad.json', text))).toThrow('is not a result of tagging')
  expect(() => diffTags(good, join(folder, 'none.json'))).toThrow('cannot read')
})

it('shows the texts of a result as text', () => {
  const head = { generated_at: '\u001b[2J' }
  const older = put('hostile-old.json', JSON.stringify({ ...head, results: [entry('\u009b1m')] }))
  const newer = put('hostile-new.json', JSON.stringify({ ...head, results: [entry('\u009b1m', 'a\u202eb')] }))
  expect(diffText(diffTags(older, newer))).toBe(
    '\\x9b1m\t+a\\u{202e}b\n# 1 of 1 addresses changed from \\x1b[2J to \\x1b[2J; 0 only in the first file, 0 only in the second\n# a\\u{202e}b\t+1\t-0\n',
  )
})
