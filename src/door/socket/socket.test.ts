// Every call of the operator's table, over the socket and directly: the same results and the same failures.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { AppError } from '../../error/index.ts'
import { OPERATOR_TABLE } from '../../operation/operator/index.ts'
import { readQuery } from '../../query/index.ts'
import type { Derivations, DeriveJob } from '../../service/derive/index.ts'
import type { Exclusion, Exclusions } from '../../service/exclusion/index.ts'
import type { Feeds } from '../../service/feed/index.ts'
import { type ImportLog, NO_COUNTS } from '../../service/ingest/index.ts'
import type { OperatorSources } from '../../service/operator/index.ts'
import { localOperator, type Operator } from '../../service/operator/index.ts'
import type { Retention } from '../../service/retention/index.ts'
import type { UndoJob, Undos } from '../../service/undo/index.ts'
import { connectFeeds, connectOperator } from './client.ts'
import { type OperatorSocket, serveOperator } from './server.ts'

const NOW = Date.UTC(2026, 10, 22)
const selection = { query: 'title="login"', full: true }
const record = asset({ title: 'login', lastupdatetime: NOW / 1000 - 60 })
const another = asset({ reached: 'b.example.com', title: 'other', lastupdatetime: NOW / 1000 - 60 })

/** The arguments of each call. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  'operator/search': [{ ...selection, fields: ['host', 'title'], size: 10, page: 1 }],
  'operator/facets': [{ ...selection, fields: ['title'], size: 5 }],
  'operator/explain': [selection],
  'operator/host': [record.ip, 10],
  'operator/count': [selection],
  'operator/export': [{ ...selection, fields: ['host'], from: undefined }],
  'operator/append': [[another]],
  'operator/flush': [],
  'operator/importStarted': [{ id: 'a', files: [], options: {} }],
  'operator/importAlive': ['a'],
  'operator/importLeft': ['a'],
  'operator/importEnded': ['a', NO_COUNTS],
  'operator/imports': [],
  'operator/importReport': ['a'],
  'operator/undoImport': ['a'],
  'operator/undoState': ['1'],
  'operator/stopUndo': ['1'],
  'operator/derive': [{ derivations: ['page'], rate: 5 }],
  'operator/derivations': [],
  'operator/cancelDerivation': [1],
  'operator/provenance': ['www.example.com'],
  'operator/pivots': ['www.example.com'],
  'operator/vulnerabilities': ['www.example.com'],
  'operator/timeline': [{ query: 'title="nothing like it"', full: true }],
  'operator/tryRules': ['{"product":"Falcon","when":"body=\\"falcon-app\\""}'],
  'operator/retentionPlan': [],
  'operator/retain': [],
  'operator/exclusions': [],
  'operator/addExclusions': [[{ kind: 'host', value: 'a.example.com' }], 'asked for'],
  'operator/removeExclusion': [1],
  'operator/dump': [],
  'operator/info': [],
  'operator/examine': [false],
  'operator/tag': [[[1, '10.0.0.1']]],
  'operator/remove': [{ query: 'title="nothing like it"', full: true }],
  'feeds/list': [],
  'feeds/show': ['mine'],
  'feeds/add': [{ name: 'mine', content: { from: 'url', url: 'https://feeds.example.com/x' } }],
  'feeds/update': [undefined, undefined],
  'feeds/remove': ['mine'],
  'feeds/pin': ['mine', undefined],
}

/** An empty list of imports. */
const imports: ImportLog = {
  recorder: () => {
    const nothing = async () => undefined
    return {
      start: nothing,
      startPart: nothing,
      alive: nothing,
      leave: nothing,
      end: nothing,
      endPart: nothing,
    }
  },
  list: async () => [],
  show: async (id) => {
    throw new AppError('input', `unknown import \`${id}\``)
  },
  mayUndo: async () => {
    throw new AppError('conflict', 'it is running')
  },
  undoImport: async () => ({ removed: 1, changed: 2 }),
}

const undo: UndoJob = {
  ...{ id: 1, importId: 'a', state: 'running', progress: 50, reason: undefined },
  ...{ records: 6, removed: 1, changed: 2 },
}
const undos: Undos = {
  submit: async () => undo,
  find: async () => undo,
  latest: async () => new Map(),
  stop: async () => ({ ...undo, state: 'failure', reason: 'stopped' }),
}

const derivation: DeriveJob = {
  ...{ id: 1, accountId: null, key: 'k', state: 'init', progress: 0, checkpoint: undefined },
  ...{ result: undefined, reason: undefined, lines: 0, attempt: 0, createdAt: NOW, endedAt: undefined },
  input: { derivations: ['page'], rate: 5 },
}
const derivations: Derivations = {
  submit: async (input) => ({ ...derivation, input }),
  list: async () => [derivation],
  cancel: async (id) => id === 1,
  resume: async () => {},
}

const exclusion: Exclusion = {
  ...{ id: 1, kind: 'host', value: 'a.example.com', note: '', actor: 'operator', createdAt: NOW },
  ...{ removed: 2, sweptAt: NOW },
}
const exclusions: Exclusions = {
  list: async () => [exclusion],
  add: async (rules) => ({ added: [exclusion], known: rules.length - 1 }),
  remove: async (id) => ({ ...exclusion, id }),
  sweep: async () => 0,
  refresh: async () => '1',
}

const retention: Retention = {
  plan: async () => ({ records: 2, sources: [{ source: 'default', age: 0, records: 2 }] }),
  run: async () => 2,
}

/** Feeds that return their arguments. */
const echoOf =
  (name: string) =>
  async (...args: readonly unknown[]) => [name, ...args.map(String)]
const feeds = Object.fromEntries(
  ['list', 'show', 'add', 'update', 'remove', 'pin'].map((name) => [name, echoOf(name)]),
) as unknown as Feeds

const sources = {
  ready: true,
  current: async () => {
    throw new AppError('unavailable', 'no sources in this test')
  },
} as unknown as OperatorSources

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

describe('the operator’s socket', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-socket-'))
  const path = join(directory, 'periplus.sock')
  let operator: Operator
  let socket: OperatorSocket
  beforeAll(async () => {
    operator = localOperator(
      memoryStore([record]),
      sources,
      {
        ...{ imports, derivations, exclusions, retention, provenance: async () => [], vulnerabilities: '' },
        undos: async () => undos,
        readText: async (text) => readQuery(text),
      },
      () => NOW,
    )
    socket = await serveOperator({ operator, feeds }, path)
  })
  afterAll(async () => {
    await socket.close()
    rmSync(directory, { recursive: true })
  })

  it('is accessible to its owner only', () => expect(statSync(path).mode & 0o777).toBe(0o600))

  it('has a sample here for every call of the table', () => {
    const calls = OPERATOR_TABLE.map((call) => `${call.service}/${call.name}`)
    expect(Object.keys(ARGUMENTS).toSorted()).toEqual(calls.toSorted())
  })

  it.each(OPERATOR_TABLE.map((call) => [`${call.service}/${call.name}`, call] as const))(
    '%s answers as it does in process',
    async (name, { service, name: method }) => {
      const there = service === 'operator' ? connectOperator(path) : connectFeeds(path)
      const here = service === 'operator' ? operator : feeds
      const ask = (target: object) => outcome(() => (target as Methods)[method]?.(...(ARGUMENTS[name] ?? [])))
      const wanted = await ask(here)
      const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
      expect(plain(await ask(there))).toEqual(plain(wanted))
    },
  )

  it('reports a mistake in a query with its position, even after a response has started', async () => {
    const there = connectOperator(path)
    const wrong = { query: 'titel="x"', full: true }
    const failure = { code: 'syntax', span: expect.anything() }
    await expect(there.count(wrong)).rejects.toMatchObject(failure)
    const pieces = there.export({ ...wrong, fields: ['host'], from: undefined })[Symbol.asyncIterator]()
    await expect(pieces.next()).rejects.toMatchObject(failure)
  })

  it('that is gone is an outage with its path', async () => {
    const gone = connectOperator(join(directory, 'none.sock'))
    await expect(gone.info()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('none.sock'),
    })
  })
})

/** The outcome of a call: its value, all that it yielded, or its failure. */
async function outcome(run: () => unknown): Promise<unknown> {
  try {
    const value = (await run()) as { readonly durable?: Promise<unknown> } & AsyncIterable<unknown>
    if (value?.durable !== undefined)
      return { durable: Object.keys((await value.durable) as object).toSorted() }
    if (value?.[Symbol.asyncIterator] === undefined) return value ?? null
    const pieces: unknown[] = []
    for await (const piece of value) pieces.push(piece)
    return pieces
  } catch (error) {
    return { failed: (error as Error).message }
  }
}
