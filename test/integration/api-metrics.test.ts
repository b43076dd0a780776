// The figures for Prometheus: what there is, and that no label says who called or what for.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
  ['periplus_store_up', 1],
  ['periplus_state_up', 1],
  ['periplus_build_info', 1],
  ['periplus_engine_memory_limit_bytes', 1024 ** 3],
])('reports %s', (name, value) => {
  expect(figureOf(name)).toBe(value)
})

it('keeps the last known figures while the records are away, and says so', async () => {
  const { createMetrics } = await import('../../src/door/index.ts')
  const { observeSurroundings } = await import('../../src/cli/serve/observe.ts')
  const { readSettings } = await import('../../src/config/index.ts')
  const { openState } = await import('../../src/state/index.ts')
  const { memoryStore } = await import('../support/memory-store.ts')
  const metrics = createMetrics()
  const { config } = readSettings({ environment: {}, flags: { data: tmpdir() } })
  const state = await openState({ file: ':memory:' })
  const { info: answer } = memoryStore([asset({})])
  let info = answer
  vi.useFakeTimers({ toFake: ['performance'] })
  observeSurroundings(metrics, { config, state, store: { info: () => info() } })
  expect((await metrics.read()).text).toMatch(/^periplus_records 1$/m)
  info = () => new Promise(() => {})
  vi.advanceTimersByTime(6000)
  expect((await metrics.read()).text).toMatch(/^periplus_store_up 1$/m)
  vi.advanceTimersByTime(10_000)
  const { text } = await metrics.read()
  expect(text).toMatch(/^periplus_store_up 0$/m)
  expect(text).toMatch(/^periplus_records 1$/m)
  expect(text).toMatch(/^periplus_disk_free_bytes [1-9]/m)
  vi.useRealTimers()
  await state.close()
})

it.each([
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_open_fds',
  'nodejs_heap_size_used_bytes',
])('reports %s of the process', (name) => {
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
  metrics.task('export@0123456789abcdef', 'success')
  const now = Date.UTC(2026, 10, 22)
  const away = { value: undefined, up: false }
  const value = [{ kind: 'export@0123456789abcdef', count: 2, oldest: now - 90_000 }]
  metrics.watchObserved(async () => ({ now, store: away, disk: away, tasks: { value, up: true } }))
  const { text } = await metrics.read()
  expect(text).toContain('periplus_import_records_total{result="added"} 5\n')
  expect(text).toContain('periplus_import_records_total{result="unchanged"} 1\n')
  expect(text).toContain('periplus_tag_lines_total{result="invalid"} 4\n')
  expect(text).toContain('periplus_tasks_waiting{kind="export"} 2\n')
  expect(text).toContain('periplus_tasks_oldest_seconds{kind="export"} 90\n')
  expect(text).toContain('periplus_tasks_ended_total{kind="export",result="success"} 1\n')
  expect(text).toContain('periplus_state_up 1\n')
  expect(text).toContain('periplus_store_up 0\n')
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
  expect([...names].sort()).toEqual(['le', 'node', 'outcome', 'result', 'route', 'state', 'store', 'version'])
})
