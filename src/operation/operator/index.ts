// What the operator of a data directory may do through the socket of the server that owns it: everything, without credentials and
// coins. Both ends of the socket are made from this table; in a process that opens the directory itself the same services are called.
import type { Feeds } from '../../service/feed/index.ts'
import type { Operator } from '../../service/operator/index.ts'

/** The services behind the socket. */
export interface OperatorServices {
  readonly operator: Operator
  readonly feeds: Feeds
}

/**
 * How a call travels: `answer` is one JSON text there and back, `records` sends records as lines and hears twice, when they are taken in and when they are durable, `pieces` answers with lines of JSON
 * while they are found, `frames` with stored rows as they are.
 */
type OperatorCallKind = 'answer' | 'records' | 'pieces' | 'frames'

/** The calls of each service, with what they are for. */
const OPERATOR_CALLS = {
  operator: {
    search: ['answer', 'one page of results'],
    facets: ['answer', 'the most frequent values of fields'],
    timeline: ['answer', 'when the matches were last seen'],
    explain: ['answer', 'why a query finds what it finds'],
    host: ['answer', 'what the records say of a host'],
    count: ['answer', 'how many records match'],
    export: ['pieces', 'every match'],
    remove: ['answer', 'removes what matches'],
    importStarted: ['answer', 'keeps an import on the list'],
    importAlive: ['answer', 'keeps that an import is running'],
    importLeft: ['answer', 'keeps that an import stopped'],
    importEnded: ['answer', 'keeps what became of an import'],
    imports: ['answer', 'the list of imports'],
    importReport: ['answer', 'one import and its records'],
    undoImport: ['answer', 'starts to undo an import'],
    undoState: ['answer', 'the state of an undo'],
    stopUndo: ['answer', 'stops an undo'],
    derive: ['answer', 'derives columns of all records again'],
    derivations: ['answer', 'the jobs that derive records again'],
    cancelDerivation: ['answer', 'ends such a job'],
    exclusions: ['answer', 'the rules of exclusion'],
    addExclusions: ['answer', 'adds rules of exclusion'],
    removeExclusion: ['answer', 'removes a rule of exclusion'],
    provenance: ['answer', 'which imports observed a host'],
    pivots: ['answer', 'which rare values of a host others share'],
    vulnerabilities: ['answer', 'the vulnerabilities of a host'],
    tryRules: ['answer', 'what rules would match'],
    retentionPlan: ['answer', 'what retention would remove'],
    retain: ['answer', 'removes what is older than the settings keep'],
    append: ['records', 'a batch of an import'],
    flush: ['answer', 'makes durable what was appended'],
    dump: ['frames', 'everything stored, for a backup'],
    info: ['answer', 'figures of the store'],
    examine: ['answer', 'checks the store'],
    tag: ['answer', 'tags lines'],
  },
  feeds: {
    list: ['answer', 'all feeds'],
    show: ['answer', 'one feed'],
    add: ['answer', 'adds a feed'],
    update: ['answer', 'updates feeds'],
    remove: ['answer', 'removes a feed'],
    pin: ['answer', 'pins a version'],
  },
} as const satisfies {
  readonly operator: Readonly<Record<Exclude<keyof Operator, 'close'>, readonly [OperatorCallKind, string]>>
  readonly feeds: Readonly<Record<keyof Feeds, readonly [OperatorCallKind, string]>>
}

/** One call of the socket. */
export interface OperatorCall {
  readonly service: keyof OperatorServices
  readonly name: string
  readonly kind: OperatorCallKind
  /** Its address on the socket. */
  readonly path: string
}

/** Every call. */
export const OPERATOR_TABLE: readonly OperatorCall[] = Object.entries(OPERATOR_CALLS).flatMap(
  ([service, calls]) =>
    Object.entries(calls).map(([name, [kind]]) => ({
      service: service as keyof OperatorServices,
      name,
      kind,
      path: `/${service}/${name}`,
    })),
)
