// What an operation says of itself, and what it gets when it is called. A door knows operations only by this.
import type { TProperties, TSchema } from 'typebox'
import type { Account, Actor, NewSession, Session } from '../service/account/index.ts'
import type { RowSink } from '../service/search/index.ts'
import type { AddressLine } from '../service/tag/index.ts'
import type { Members } from '../schema/index.ts'
import type { OperationContext, Services } from './context.ts'
import type { Input, Values } from './input/index.ts'
import type { NeededScope } from './scope.ts'

/** Who may call: everybody, every account, or administrators. */
export type Access = 'public' | 'account' | 'administrator'

/** What a call costs: nothing, the price of a search, one price per 10000 exported rows, or a line of the day's tagging limit. */
type Cost = 'nothing' | 'search' | 'export' | 'line'

/** What the request body contains: nothing, a list of addresses, a scan file that is streamed, or a whole file. */
export type Body = 'none' | 'addresses' | 'stream' | 'bytes'

/** Sections of the documentation. */
type Group = 'search' | 'tagging' | 'account' | 'administration' | 'operation'

/** The session behind a call of the page. */
export interface SessionPort {
  /** Undefined when nobody is signed in. */
  readonly current: Session | undefined
  readonly token: string
  /** The token by which this browser was known at an earlier login. */
  readonly device: string | undefined
  readonly start: (session: NewSession) => void
  readonly end: () => void
}

/** One call of an operation, through any door. */
export interface Call {
  readonly context: OperationContext
  readonly services: Services
  readonly caller: Account
  /** The caller and the address, for the audit trail. */
  readonly actor: Actor
  readonly address: string
  /** Aborts when the caller hangs up, the server stops or the account ends. */
  readonly signal: AbortSignal
  /** Reports the rows returned and the coins charged. */
  readonly spend: (rows: number, coins: number) => void
  /** Reports how long the page of a search took, in milliseconds. */
  readonly timed: (pageTime: number) => void
  /** Milliseconds since the request arrived. */
  readonly elapsed: () => number
  /** Takes rows of operations with `rows`. */
  readonly rows: RowSink
  /** The server's own address without a final slash. */
  readonly baseUrl: () => string
  /** What addresses of files start with; empty where they stay on the same server. */
  readonly fileBase: () => string
  readonly session: SessionPort
  /** The request body, as declared by the operation's `body`. */
  readonly addresses: () => Promise<readonly AddressLine[]>
  readonly stream: AsyncIterable<Uint8Array>
  readonly bytes: Uint8Array | undefined
  /** Bytes that were announced, where they were. */
  readonly length: number | undefined
}

/** A file, or text in pieces, as an answer. */
export type Download =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly name: string
      readonly type: string
      readonly size: number
    }
  | {
      readonly kind: 'pieces'
      readonly type: string
      readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
      readonly headers?: Readonly<Record<string, string>>
    }

/** Methods and an address: `GET /api/v1/audit`, or `GET|POST …` where both mean the same. */
export type Route = `${string} ${string}`

/** What every operation says of itself. */
interface Plan<Asked extends Input> {
  /** Unique; the name in the description of the API and in the client. */
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** What a key needs for it. */
  readonly scope: NeededScope
  /** Whether it hands out credentials or roles, always or when one of these parameters is given: bounded keys are refused. */
  readonly grants?: 'credentials' | readonly string[]
  /** What administrators alone may do, for the sentence that refuses others. */
  readonly denied?: string
  readonly cost?: Cost
  /** Whether it changes records: refused in read-only mode. */
  readonly changes?: 'records'
  /** Whether calls of the page count against the rate limit; calls with a key always do. */
  readonly limited?: true
  /** Whether calls may run long: they end when the caller hangs up, the server stops or the account ends. */
  readonly cancellable?: true
  readonly body?: Body
  /** The longest body in bytes, where the settings allow a longer one. */
  readonly longestBody?: number
  /** The action under which calls appear in the audit trail, where the service does not write it. */
  readonly audit?: (asked: Values<Asked>) => {
    readonly action: string
    readonly detail: Readonly<Record<string, string>>
  }
  /** Failures have their own status also where `http.errorStatus` answers 200: the callers look at nothing else. */
  readonly realStatus?: true
  /** Where the specified API has it. */
  readonly http?: Route
  /** Where the page has it, below `/web/api/`. */
  readonly page?: Route
  readonly input: Asked
}

/** An operation with a JSON object as answer. */
interface Answering<Asked extends Input, Output extends TProperties> extends Plan<Asked> {
  /** The members of a success, except `error`. */
  readonly output: Output
  /** The schema of `results`, whose rows the door writes while they arrive. */
  readonly rows?: TSchema
  /** Other members that an answer may have instead of `output`'s, with their title. */
  readonly variants?: Readonly<Record<string, TProperties>>
  readonly run: (call: Call, asked: Values<Asked>) => Promise<Members<Output>> | Members<Output>
}

/** An operation whose answer is a file or a stream. */
interface Sending<Asked extends Input> extends Plan<Asked> {
  /** The schema of the file, if it is JSON. */
  readonly sends?: TSchema
  readonly download: (call: Call, asked: Values<Asked>) => Promise<Download> | Download
}

/** An operation as a row of the table. */
export interface Operation extends Omit<Plan<Input>, 'audit'> {
  readonly audit?: (asked: never) => {
    readonly action: string
    readonly detail: Readonly<Record<string, string>>
  }
  readonly output?: TProperties
  readonly rows?: TSchema
  readonly variants?: Readonly<Record<string, TProperties>>
  readonly sends?: TSchema
  readonly run?: (call: Call, asked: never) => Promise<object> | object
  readonly download?: (call: Call, asked: never) => Promise<Download> | Download
}

/** Checks an operation with a JSON answer against its schemas. */
export function operation<const Asked extends Input, Output extends TProperties>(
  plan: Answering<Asked, Output>,
): Answering<Asked, Output> {
  return plan
}

/** Checks an operation with a file as answer. */
export function download<const Asked extends Input>(plan: Sending<Asked>): Sending<Asked> {
  return plan
}
