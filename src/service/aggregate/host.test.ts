import { expect, it } from 'vitest'
import { observed } from '../../../test/support/observed.ts'
import { merge } from '../../asset/index.ts'
import { describeHost } from './host.ts'

const now = Date.UTC(2026, 0, 1)

it('a service has the last-seen time of each of its parts, latest first', () => {
  const page = observed({
    title: 'T',
    body: 'x',
    icon_hash: '7',
    lastupdatetime: 60,
    content_import: 'httpx',
  })
  const scan = observed({ title: 'T', banner: 'b', lastupdatetime: 120, content_import: 'nmap' })
  const host = { name: 'a.example.com', kind: 'name', text: 'host="a.example.com"' } as const
  const partsOf = (record: typeof page) => describeHost(host, [record], 1, now).services[0]?.parts
  expect(partsOf(merge(page, scan))).toEqual([
    { part: 'response', time: '1970-01-01 00:02:00' },
    { part: 'banner', time: '1970-01-01 00:02:00' },
    { part: 'icon', time: '1970-01-01 00:01:00' },
  ])
  expect(partsOf({ ...page, parts: '' })).toEqual([])
})
