import type { TProperties, TSchema } from 'typebox'
import type { Account, Actor, Target } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { readText } from '../param/read.ts'
import { given, type Parameter } from '../param/search.ts'

/** One call of an administrator. */
export interface AdminCall {
  readonly context: ApiContext
  readonly caller: Account
  /** The caller and the address, for the audit trail. */
  readonly actor: Actor
  /** Parameters of the path, the query string and the body. */
  readonly parameter: Parameter
  /** The server's own address without a final slash. */
  readonly baseUrl: () => string
}

/** Something administrators may do or see, whichever way they prove who they are. */
export interface AdminOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Below the prefix under which the operations are reached. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Parameters that stand in the path. */
  readonly place?: TProperties
  /** All other parameters, credentials aside. */
  readonly parameters: TProperties
  /** The keys of a success besides `error`. */
  readonly answer: Readonly<Record<string, TSchema>>
  readonly run: (call: AdminCall) => Promise<object>
}

/** The accounts of a call. */
export const accountsOf = ({ context }: AdminCall) => context.services().accounts

/** A number, or an e-mail, of an account. */
export function toTarget(text: string): Target {
  return /^\d{1,15}$/.test(text) ? Number(text) : text.replaceAll(' ', '+')
}

/** The account that the path names. */
export function targetOf({ parameter }: AdminCall): Target {
  return toTarget(readText(parameter, 'account', 'the number or the e-mail of an account'))
}

/** The account that a filter names; undefined for all. */
export function filterOf({ parameter }: AdminCall): Target | undefined {
  const text = given(parameter, 'account')
  return text === undefined ? undefined : toTarget(text)
}
