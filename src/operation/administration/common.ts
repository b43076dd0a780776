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
