// Who may call what, from the table of operations: the outcome of each route for each kind of caller.
import { type Access, OPERATIONS, type Operation } from '../../src/operation/index.ts'

/** Whose call it is, strangers first. */
export type Kind = 'stranger' | 'other' | 'user' | 'administrator'

/** How a sample ends where it is not `ok`. */
export interface SampleEnd {
  /** The outcome for everybody who may call. */
  readonly ends?: string
  /** What others, administrators included, find of something that belongs to the account `user`. */
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

/** The outcome of a call; `refused` is what strangers are told. */
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
