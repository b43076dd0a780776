// Every file beside this one, run without and with a socket, over a store in memory and over the engine.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  ADMIN_OPERATIONS,
  ErrorBody,
  ExportAnswer,
  ExportsAnswer,
  HostAnswer,
  HostDetailAnswer,
  ImportAnswer,
  ImportsAnswer,
  InfoAnswer,
  LookUpAnswer,
  NextAnswer,
  SearchAnswer,
  StatsAnswer,
  SubmitAnswer,
  TaggingInfoAnswer,
  TagResult,
  VocabularyAnswer,
} from '../../src/api/index.ts'
import type { Asset } from '../../src/asset/index.ts'
import { openEmbeddedStore, type Store } from '../../src/store/index.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import {
  injecting,
  overSocket,
  readScenarios,
  requestOf,
  type Send,
  type Step,
  type WireAnswer,
  withKept,
} from '../support/scenario.ts'

interface Fixture {
  readonly now: string
  readonly accounts: NonNullable<TestApiOptions['accounts']>
  readonly records: readonly (Partial<Omit<Asset, 'lastupdatetime'>> & { readonly lastupdatetime: string })[]
}

const fixture = JSON.parse(readFileSync(join(import.meta.dirname, 'fixture.json'), 'utf8')) as Fixture
const records = fixture.records.map(({ lastupdatetime, ...known }) =>
  asset({ ...known, lastupdatetime: Date.parse(`${lastupdatetime}Z`) / 1000 }),
)
const now = Date.parse(fixture.now)

/** What the description of the API says about each address; answers that are not like it fail. */
const DESCRIBED = {
  '/api/v1/search/all': Compile(Type.Union([SearchAnswer, ErrorBody])),
  '/api/v1/search/next': Compile(Type.Union([NextAnswer, ErrorBody])),
  '/api/v1/search/stats': Compile(Type.Union([StatsAnswer, ErrorBody])),
  '/api/v1/info/my': Compile(Type.Union([InfoAnswer, ErrorBody])),
  '/api/v1/export': Compile(Type.Union([ExportAnswer, ExportsAnswer, ErrorBody])),
  '/api/v1/import': Compile(Type.Union([ImportAnswer, ImportsAnswer, ErrorBody])),
  '/api/v1/ip_tags': Compile(Type.Union([SubmitAnswer, ErrorBody])),
  '/api/v1/ip_tags/info': Compile(Type.Union([TaggingInfoAnswer, ErrorBody])),
  '/api/v1/ip_tags/lookup': Compile(Type.Union([LookUpAnswer, ErrorBody])),
  '/api/v1/ip_tags/vocabulary': Compile(Type.Union([VocabularyAnswer, ErrorBody])),
  '/file_downloads/ip_tags': Compile(Type.Union([TagResult, ErrorBody])),
} as const
const ADMINISTRATION = ADMIN_OPERATIONS.map(({ method, path, answer }) => {
  const success = Type.Object({ error: Type.Literal(false), ...answer }, { additionalProperties: false })
  const pattern = new RegExp(`^/api/v1/admin${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return { method, pattern, answer: Compile(Type.Union([success, ErrorBody])) }
})
const Host = Compile(Type.Union([HostAnswer, HostDetailAnswer, ErrorBody]))
const Failure = Compile(ErrorBody)

function compare(step: Step, answer: WireAnswer): void {
  expect(answer.status, answer.body.slice(0, 300)).toBe(step.status ?? 200)
  for (const [name, wanted] of Object.entries(step.answers ?? {})) compareHeader(answer.headers[name], wanted)
  if (step.text !== undefined) expect(answer.body).toMatch(new RegExp(step.text))
  if (answer.body === '' || !String(answer.headers['content-type']).includes('/json')) return
  const body: unknown = JSON.parse(answer.body)
  if (step.errmsg !== undefined) expect(body).toEqual({ error: true, errmsg: step.errmsg })
  if (step.holds !== undefined) expect(body).toMatchObject(step.holds)
  if (step.results !== undefined) expect(body).toHaveProperty('results', step.results)
  const described = describedAnswer(step)
  if (described !== undefined) expect([...described.Errors(body)]).toEqual([])
  if (answer.status >= 400) expect(Failure.Check(body)).toBe(true)
}

function describedAnswer({ path = '/api/v1/search/all', method = 'GET' }: Step) {
  if (/^\/api\/v1\/host\//.test(path)) return Host
  return (
    Object.entries(DESCRIBED).find(([known]) => known === path)?.[1] ??
    ADMINISTRATION.find((one) => one.method === method && one.pattern.test(path))?.answer
  )
}

function compareHeader(found: unknown, wanted: string | null): void {
  if (wanted === null) expect(found).toBeUndefined()
  else if (wanted.startsWith('/')) expect(found).toMatch(new RegExp(wanted.slice(1, -1)))
  else expect(found).toBe(wanted)
}

let engine: Store | undefined
let directory = ''
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-scenario-'))
  engine = await openEmbeddedStore(directory, { sessions: 2 })
  await engine.write(records)
})
afterAll(async () => {
  await engine?.close()
  rmSync(directory, { recursive: true })
})

/** How requests reach the API, and what it searches. */
interface Setting {
  readonly open: (api: TestApi) => Promise<Send>
  readonly searched: () => { readonly searched?: Store }
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  'without a socket': { open: async (api) => injecting(api.app), searched: () => ({}) },
  'over a socket': { open: listening, searched: () => ({}) },
  'on the embedded engine': {
    open: async (api) => injecting(api.app),
    searched: () => (engine === undefined ? {} : { searched: engine }),
  },
}

async function listening(api: TestApi): Promise<Send> {
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const address = api.app.server.address()
  return overSocket(typeof address === 'object' && address !== null ? address.port : 0)
}

it.each(readScenarios(import.meta.dirname))(
  '%s asks with accounts of the dialect it names',
  (_, scenario) => {
    const all: TestApiOptions['accounts'] = { ...fixture.accounts, ...scenario.accounts }
    const { dialect, steps } = scenario
    for (const { as } of dialect === undefined ? [] : steps)
      if (as !== undefined) expect(all[as]?.dialect ?? 'documented').toBe(dialect)
  },
)

describe.each(Object.entries(SETTINGS))('%s', (_, { open, searched }) => {
  describe.each(readScenarios(import.meta.dirname))('%s', (_name, { accounts, settings = {}, steps }) => {
    let api: TestApi
    let send: Send
    const kept = new Map<string, string>()
    beforeAll(async () => {
      const all = { ...fixture.accounts, ...accounts }
      api = await testApi({ records, accounts: all, settings, now: () => now, ...searched() })
      send = await open(api)
    })
    afterAll(() => api.close())

    it.each(steps.map((step) => [step.title, step] as const))('%s', async (_title, step) => {
      const filled = withKept(step, kept)
      const ask = () => send(requestOf(filled, api.credentials))
      if (filled.until !== undefined) {
        await vi.waitFor(async () => expect(JSON.parse((await ask()).body)).toMatchObject(step.until ?? {}), {
          timeout: 20_000,
          interval: 20,
        })
      }
      const answer = await ask()
      compare(filled, answer)
      const values = step.keep === undefined ? {} : (JSON.parse(answer.body) as Record<string, unknown>)
      for (const [name, key] of Object.entries(step.keep ?? {})) kept.set(name, String(values[key]))
    })
  })
})
