import { join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathOfEntry } from './entry-path.ts'
import { FILE_NAMES, FOLDER_NAMES } from './files.ts'
import { withoutPaths } from './settings.ts'

const names = [...FILE_NAMES, ...FOLDER_NAMES, 'feeds'] as const
const paths = Object.fromEntries(names.map((name) => [name, `/data/${name}`])) as Record<
  (typeof names)[number],
  string
>

it.each([
  ['files/secret', '/data/secret'],
  ['files/feeds/aws/0123', '/data/feeds/aws/0123'],
  ['files/uploads/1/scan.xml', '/data/uploads/1/scan.xml'],
  ['files/secret/more', undefined],
  ['files/feeds', undefined],
  ['files/feeds/../secret', undefined],
  ['files/feeds//x', undefined],
  ['files//etc/passwd', undefined],
  ['/etc/passwd', undefined],
  ['records/000001.ndjson.zst', undefined],
])('the path of %s is %s', (name, expected) => {
  expect(pathOfEntry(name, paths)).toBe(expected)
})

it('no name leads out of the data directory', () => {
  const part = fc.oneof(fc.constantFrom('files', '..', '.', '', 'feeds', 'imports', '\\', '\0'), fc.string())
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const path = pathOfEntry(parts.join('/'), paths)
      if (path !== undefined) expect(relative('/data', join(path))).not.toMatch(/^\.\.|^$/)
    }),
  )
})

it('settings lose exactly what names a location of the original, however it is written', () => {
  const nested = { state: { url: 'postgres://x' }, http: { port: 80 }, 'store.url': 'http://y', secret: 's' }
  const { text, dropped } = withoutPaths(JSON.stringify(nested))
  expect(JSON.parse(text)).toEqual({ state: {}, http: { port: 80 }, secret: 's' })
  expect(dropped).toEqual(['state.url', 'store.url'])
  const plain = '{ "http.port" : 80 }'
  expect(withoutPaths(plain)).toEqual({ text: plain, dropped: [] })
  expect(withoutPaths('{ broken')).toEqual({ text: '{ broken', dropped: [] })
})
