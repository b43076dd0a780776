// The figures for Prometheus: what there is, and that no label tells who called or what for.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const QUERY = 'title="a rather telling query"'
let api: TestApi
let samples: readonly Sample[] = []
let text = ''

beforeAll(async () => {
  const records = [asset({ title: 'a rather telling query', lastupdatetime: Date.now() / 1000 })]
  api = await testApi({ records, accounts: { adalovelace: { coins: 3 }, evelyn: { role: 'administrator' } } })
  const qbase64 = Buffer.from(QUERY).toString('base64')
  await call('/api/v1/search/all', { ...api.credentials['adalovelace'], qbase64 })
  await call('/api/v1/search/all', { ...api.credentials['adalovelace'], qbase64: '!' })
  await call('/api/v1/search/all', { email: 'adalovelace@example.com', key: 'c'.repeat(32), qbase64 })
  await call('/api/v1/admin/accounts/adalovelace@example.com', { ...api.credentials['evelyn'] })
  await call('/api/v1/ip_tags/lookup', { ...api.credentials['adalovelace'], ip: '192.0.2.1' })
  await call('/api/v1/ip_tags/lookup', { ...api.credentials['adalovelace'], ip: '::1%eth0' })
  await call('/no/such/address', { ...api.credentials['adalovelace'] })
  text = (await api.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
  samples = [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(toSample)
})
afterAll(() => api.close())

async function call(path: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  await api.app.inject({ url: `${path}?${new URLSearchParams(parameters)}`, remoteAddress: '203.0.113.77' })
}

function toSample([, name = '', labels = '', value = '']: RegExpMatchArray): Sample {
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
    key,
    text,
  ])
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
}

function figureOf(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const wanted = Object.entries(labels)
  return samples.find((one) => one.name === name && wanted.every(([key, text]) => one.labels[key] === text))
    ?.value
}

it.each([
  ['/api/v1/search/all', 'ok'],
  ['/api/v1/search/all', 'params'],
  ['/api/v1/search/all', 'unauthorized'],
  ['/api/v1/admin/accounts/:account', 'ok'],
  ['none', 'route'],
])('counts one request of %s with outcome %s', (route, outcome) => {
  expect(figureOf('periplus_http_requests_total', { route, outcome })).toBe(1)
})

it('counts the addresses that were tagged', () => {
  const figures = ['ok', 'invalid', 'duplicate'].map((result) =>
    figureOf('periplus_tag_lines_total', { result }),
  )
  expect(figures).toEqual([1, 1, 0])
})

it('measures how long requests and pages of searches took', () => {
  const route = '/api/v1/search/all'
  expect(figureOf('periplus_http_request_seconds_count', { route })).toBe(3)
  expect(figureOf('periplus_http_request_seconds_bucket', { route, le: '+Inf' })).toBe(3)
  expect(figureOf('periplus_http_request_seconds_sum', { route })).toBeGreaterThan(0)
  expect(figureOf('periplus_search_page_seconds_count')).toBe(1)
})

it.each([
  ['periplus_searches_running', 0],
  ['periplus_searches_waiting', 0],
  ['periplus_records', 1],
  ['periplus_engine_memory_bytes', 0],
  ['periplus_store_disk_bytes', 0],
])('tells %s', (name, value) => {
  expect(figureOf(name)).toBe(value)
})

it.each([
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_open_fds',
  'nodejs_heap_size_used_bytes',
])('tells %s of the process', (name) => {
  expect(figureOf(name)).toBeGreaterThan(0)
})

it.each(['periplus_import_records_total', 'periplus_tag_lines_total', 'periplus_tasks_waiting'])(
  'has %s, also before anything was counted',
  (name) => {
    expect(text).toMatch(new RegExp(`^# TYPE ${name} (counter|gauge)$`, 'm'))
  },
)

it('counts records and lines by what became of them', async () => {
  const { createMetrics } = await import('../../src/door/index.ts')
  const metrics = createMetrics()
  metrics.imported('added', 3)
  metrics.imported('added', 2)
  metrics.imported('unchanged', 1)
  metrics.tagged('invalid', 4)
  metrics.watchTasks(async () => new Map([['export', 2]]))
  const { text } = await metrics.read()
  expect(text).toContain('periplus_import_records_total{result="added"} 5\n')
  expect(text).toContain('periplus_import_records_total{result="unchanged"} 1\n')
  expect(text).toContain('periplus_tag_lines_total{result="invalid"} 4\n')
  expect(text).toContain('periplus_tasks_waiting{kind="export"} 2\n')
})

it('has no e-mail, key, query or address of a caller anywhere', () => {
  const key = api.credentials['adalovelace']?.key ?? ''
  expect(key).toHaveLength(32)
  const qbase64 = Buffer.from(QUERY).toString('base64')
  for (const secret of [
    'adalovelace',
    'evelyn',
    'example.com',
    key,
    'cccccc',
    'telling',
    qbase64,
    '203.0.113.77',
    '/no/such',
  ])
    expect(text).not.toContain(secret)
  const names = new Set(
    samples.filter(({ name }) => name.startsWith('periplus_')).flatMap(({ labels }) => Object.keys(labels)),
  )
  expect([...names].sort()).toEqual(['le', 'outcome', 'result', 'route'])
})
