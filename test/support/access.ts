// The expected outcome of each route for each kind of caller, from the table of operations.
import { type Access, OPERATIONS, type Operation } from '../../src/operation/index.ts'

/** The kind of caller, strangers first. */
export type Kind = 'stranger' | 'other' | 'user' | 'administrator'

/** How a sample ends if not with `ok`. */
export interface SampleEnd {
  /** The outcome for everybody who may call it. */
  readonly ends?: string
  /** The outcome for other accounts, including administrators, for something that belongs to the account `user`. */
  readonly owned?: string
}

/** The operations of a door by their routes, such as `GET /api/v1/audit`. */
export function routesOf(door: 'http' | 'page'): ReadonlyMap<string, Operation> {
  const prefix = door === 'page' ? '/web/api/' : ''
  return new Map(
    OPERATIONS.flatMap((operation) => {
      const [methods = '', path = ''] = operation[door]?.split(' ') ?? []
      const named = methods.split('|').filter((method) => method !== '')
      return named.map((method) => [`${method} ${prefix}${path}`, operation] as const)
    }),
  )
}

/** The outcome of a call; `refused` is the response to strangers. */
export function outcomeFor(
  access: Access,
  kind: Kind,
  refused: string,
  { ends = 'ok', owned }: SampleEnd,
): string {
  if (access === 'public') return ends
  if (kind === 'stranger') return refused
  if (access === 'administrator') return kind === 'administrator' ? ends : 'forbidden'
  return owned !== undefined && kind !== 'user' ? owned : ends
}
