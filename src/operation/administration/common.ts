import { isAppError } from '../../error/index.ts'
import { wrong } from '../input/index.ts'
import type { Route } from '../operation.ts'

/** What all operations of administrators say; their addresses are those below `/api/v1/admin`, and the same on the page. */
export function common(
  name: string,
  route: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  denied = 'may call this address',
) {
  const [method = '', path = ''] = route.split(' ')
  return {
    name,
    group: 'administration',
    access: 'administrator',
    scope: 'admin',
    denied,
    http: `${method} /api/v1/admin${path}` as Route,
    page: `${method} admin${path}` as Route,
  } as const
}

/** The result of a use case whose `input` failures, such as an unknown id, are mistakes of the caller. */
export async function refusingInput<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isAppError(error) && error.code === 'input') throw wrong(error.message)
    throw error
  }
}
