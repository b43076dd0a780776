import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { iconHash } from '../../enrich/index.ts'
import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { Icons } from './icons.ts'
import { withPictures } from './with-pictures.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-pictures-'))
afterAll(() => rmSync(directory, { recursive: true }))

// The smallest GIF: one pixel.
const PICTURE = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const bytes = Buffer.from(PICTURE, 'base64')
const icons = new Icons(join(directory, 'icons'))
beforeAll(() => void icons.keep(bytes))

it('pages, snapshots and scans contain stored pictures, and empty texts for others', async () => {
  const hashes = [iconHash(bytes), '5', '']
  const records = hashes.map((icon_hash, index) =>
    asset({ host: `h${index}.example.com:1`, reached: `h${index}.example.com`, port: 1, icon_hash }),
  )
  const store = withPictures(memoryStore(records), icons)
  const selection = { query: readQuery('port=1'), since: undefined, now: 0 }
  const fields = ['icon', 'host', 'icon_hash'].map(fieldNamed)
  const page = await store.page({ ...selection, fields, offset: 0, limit: 10 })
  const wanted = [PICTURE, '', ''].map((icon, index) => [icon, `h${index}.example.com:1`, hashes[index]])
  expect(page.rows.toSorted((a, b) => String(a[1]).localeCompare(String(b[1])))).toEqual(wanted)
  const plain = await store.page({ ...selection, fields: [fieldNamed('icon_hash')], offset: 0, limit: 10 })
  expect(plain.rows.flat().toSorted()).toEqual(hashes.toSorted())
  const scanned = []
  for await (const { rows } of store.scan({ ...selection, fields })) scanned.push(...rows)
  expect(scanned.map(([icon]) => icon).toSorted()).toEqual(['', '', PICTURE])
})
