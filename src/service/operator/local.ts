// What the operator of a machine may do with records that this process has open: everything, without coins or limits.
import { AppError } from '../../error/index.ts'
import { CATALOGUE, type Field, fieldNames, findField } from '../../field/index.ts'
import { asksHosts } from '../../query/index.ts'
import type { Selection, Store } from '../../store/index.ts'
import { nearest, oneYearBefore } from '../../util/index.ts'
import { type Account, OPERATOR as OPERATOR_ACTOR } from '../account/index.ts'
import { createAggregate } from '../aggregate/index.ts'
import type { Derivations } from '../derive/index.ts'
import type { Exclusions } from '../exclusion/index.ts'
import { createExplain } from '../explain/index.ts'
import type { ImportLog } from '../ingest/index.ts'
import type { Admission } from '../search/index.ts'
import { type LiveSources, makeResult, openPastContext, openTagContext } from '../tag/index.ts'
import { createPivots } from '../pivot/index.ts'
import type { ReadProvenance } from '../provenance/index.ts'
import type { Retention } from '../retention/index.ts'
import { createRuleTrial } from '../rule-trial/index.ts'
import type { Undos } from '../undo/index.ts'
import { createVulnerabilities } from '../vulnerability/index.ts'
import type { Operator, OperatorSelection } from './operator.ts'
import type { ReadOperatorQuery } from './operator-query.ts'

/** Largest page for the operator; larger results need an export. */
const MOST_ROWS = 10_000

/** The fields with these names; the operator may use those of all levels. */
function operatorFields(names: readonly string[]): readonly Field[] {
  return names.map((name) => {
    const field = findField(name)
    if (field !== undefined && field.select !== 'never') return field
    const near = nearest(name, fieldNames())
    const advice =
      near === undefined
        ? `known are ${CATALOGUE.map((known) => known.name).join(' ')}`
        : `did you mean ${near}?`
    throw new AppError('params', `[-4] Params Error: unknown field \`${name}\`; ${advice}`)
  })
}

/** The operator is never queued. */
const UNLIMITED: Admission = {
  run: (_, work, signal = new AbortController().signal) => work({ signal, hold: () => undefined }),
}

/** The operator's permissions as an account: everything. */
export const OPERATOR_ACCOUNT: Account = {
  id: 0,
  email: '',
  username: 'operator',
  level: 'enterprise',
  levelUntil: undefined,
  role: 'administrator',
  dialect: 'documented',
  disabled: false,
  hasPassword: false,
  rules: undefined,
  coins: 0,
  createdAt: 0,
}

/** The actor of commands. */
const OPERATOR = 'operator'

/** The sources of tags, except the records. */
export type OperatorSources = Pick<LiveSources, 'current' | 'asOf'>

/** Queries, imports and jobs. Undos are opened by the first call: otherwise any command would resume a waiting job. */
export interface OperatorParts {
  readonly readText: ReadOperatorQuery
  readonly imports: ImportLog
  readonly undos: () => Promise<Undos>
  readonly derivations: Derivations
  readonly exclusions: Exclusions
  readonly retention: Retention
  readonly provenance: ReadProvenance
  /** The file of lists of vulnerabilities. */
  readonly vulnerabilities: string
}

/** The operator's use cases over a store open in this process, and the sources of tags. */
export function localOperator(
  store: Store,
  sources: OperatorSources,
  parts: OperatorParts,
  clock: () => number = Date.now,
): Operator {
  const { readText, retention, provenance, vulnerabilities } = parts
  const select = async ({ query: text, full, account }: OperatorSelection): Promise<Selection> => {
    const query = await readText(text, account)
    const now = clock()
    const since = full ? undefined : Math.floor(oneYearBefore(now) / 1000)
    return { query, since, now }
  }
  /** The services on behalf of the account whose lists a query names. */
  const servicesFor = (account?: string) => ({
    ...{ store, admission: UNLIMITED, now: clock },
    accounts: { readAccountQuery: (_: number, text: string) => readText(text, account) },
  })
  const aggregate = createAggregate(servicesFor())
  return {
    facets: ({ query, full, fields, size, account }) =>
      createAggregate(servicesFor(account)).facets(
        OPERATOR_ACCOUNT,
        { text: query, full },
        { fields: operatorFields(fields), size, regions: false },
      ),
    timeline: ({ query, full, account }) =>
      createAggregate(servicesFor(account)).timeline(OPERATOR_ACCOUNT, { text: query, full }),
    explain: ({ query, full, account }) =>
      createExplain(servicesFor(account))(OPERATOR_ACCOUNT, { text: query, full }),
    host: (name, most) => aggregate.host(OPERATOR_ACCOUNT, name, most),
    search: async ({ fields, size, page, ...rest }) => {
      checkPage(size, page)
      const selection = await select(rest)
      const request = { ...selection, fields: operatorFields(fields), offset: (page - 1) * size, limit: size }
      const [result, total] = await Promise.all([store.page(request), store.count(selection)])
      return { total, rows: result.rows, mode: selection.query.mode }
    },
    count: async (selection) => store.count(await select(selection)),
    async *export({ fields, from, ...rest }) {
      const wanted = { fields: operatorFields(fields), ...(from !== undefined && { from }) }
      yield* store.scan({ ...(await select(rest)), ...wanted })
    },
    remove: async (selection) => store.remove(onSingleRecords(await select(selection))),
    ...importsOf(parts),
    ...maintenanceOf(parts),
    provenance: (host) => provenance({ host }, true),
    pivots: (host) => createPivots(servicesFor()).of(OPERATOR_ACCOUNT, { host }),
    vulnerabilities: (host) =>
      createVulnerabilities({ ...servicesFor(), path: vulnerabilities })(OPERATOR_ACCOUNT, host),
    tryRules: (text) => createRuleTrial({ store, now: clock })(text),
    retentionPlan: () => retention.plan(),
    retain: () => retention.run(OPERATOR_ACTOR),
    append: (records) => store.append(records),
    flush: () => store.flush(),
    dump: (signal) => store.dump(signal),
    info: () => store.info(),
    examine: (thorough) => store.examine(thorough),
    tag: async (lines, at) =>
      makeResult(
        lines,
        typeof at === 'number'
          ? await openPastContext(sources, at)
          : await openTagContext({ sources, observe: store.observe, now: clock }),
      ),
    close: () => store.close(),
  }
}

/** Imports and their undos. */
function importsOf({ imports, undos }: OperatorParts) {
  const recorder = imports.recorder(OPERATOR)
  return {
    importStarted: recorder.start,
    importAlive: recorder.alive,
    importLeft: recorder.leave,
    importEnded: recorder.end,
    imports: imports.list,
    importReport: imports.show,
    undoImport: async (id) => (await undos()).submit(id, OPERATOR),
    undoState: async (id) => (await undos()).find(id),
    stopUndo: async (id) => (await undos()).stop(id),
  } satisfies Partial<Operator>
}

/** Derivations and exclusions, which cover all stored records. */
function maintenanceOf({ derivations, exclusions }: OperatorParts) {
  return {
    derive: derivations.submit,
    derivations: derivations.list,
    cancelDerivation: derivations.cancel,
    exclusions: exclusions.list,
    addExclusions: (rules, note) => exclusions.add(rules, note, OPERATOR_ACTOR),
    removeExclusion: (id) => exclusions.remove(id, OPERATOR_ACTOR),
  } satisfies Partial<Operator>
}

// On several servers, which are processed one after the other, the records to remove must not depend on those removed before.
function onSingleRecords(selection: Selection): Selection {
  if (!asksHosts(selection.query.root)) return selection
  throw new AppError(
    'input',
    'nothing removed: a removal allows only conditions on single records, not `ip_filter`, `ip_exclude`, `port_size`, `ip_ports`, `ip_after` or `ip_before`',
  )
}

function checkPage(size: number, page: number): void {
  if (!Number.isInteger(size) || size < 1 || size > MOST_ROWS) {
    throw new AppError('size', `[51] The Size value \`${size}\` must be between 1 and ${MOST_ROWS}`)
  }
  if (!Number.isInteger(page) || page < 1) {
    throw new AppError('params', `[-4] Params Error: the page \`${page}\` must be a whole number from 1`)
  }
}
