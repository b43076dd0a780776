// Every file beside this one, run over a socket on a store in memory, and without one on the engine; the long run does without both, too.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Asset } from '../../src/asset/index.ts'
import { answersOf } from '../../src/door/index.ts'
import { ErrorBody, OPERATIONS } from '../../src/operation/index.ts'
import { openEmbeddedStore, type Store } from '../../src/store/index.ts'
import { LONG } from '../support/long.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import {
  injecting,
  overSocket,
  readScenarios,
  requestOf,
  type Send,
  STEP_KEYS,
  type Step,
  type WireAnswer,
  withSaved,
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

/** What the table of operations says about each address; answers that are not like it fail. */
const DESCRIBED = OPERATIONS.flatMap((operation) => {
  const [methods = '', path = ''] = operation.http?.split(' ') ?? []
  if (path === '' || (operation.download !== undefined && operation.sends === undefined)) return []
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  const answer = Compile(Type.Union([...answersOf(operation), ErrorBody]))
  return methods.split('|').map((method) => ({ method, pattern, answer }))
})
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
  return DESCRIBED.find((one) => one.method === method && one.pattern.test(path))?.answer
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
  ...(LONG && { 'without a socket': { open: async (api) => injecting(api.app), searched: () => ({}) } }),
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

it.each(readScenarios(import.meta.dirname))('%s has only keys that are read', (_, { steps }) => {
  expect(steps.flatMap((step) => Object.keys(step)).filter((key) => !(key in STEP_KEYS))).toEqual([])
})

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
      const filled = withSaved(step, kept)
      const ask = () => send(requestOf(filled, api.credentials))
      if (filled.until !== undefined) {
        await eventually(async () => expect(JSON.parse((await ask()).body)).toMatchObject(step.until ?? {}))
      }
      const answer = await ask()
      compare(filled, answer)
      const values = step.keep === undefined ? {} : (JSON.parse(answer.body) as Record<string, unknown>)
      for (const [name, key] of Object.entries(step.keep ?? {})) kept.set(name, String(values[key]))
    })
  })
})
