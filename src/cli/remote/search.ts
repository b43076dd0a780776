import type { SearchAllAnswer } from '../../../client/src/index.ts'
import { checkQuery } from '../../query/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { Access } from './access.ts'
import { call } from './client.ts'

/** Searches that a server elsewhere answers. */
export type Searcher = Pick<Operator, 'search' | 'close'>

/** The search of a server elsewhere, at the account's level and price. */
export function remoteSearcher(access: Access): Searcher {
  return {
    search: async ({ query, fields, size, page, full }) => {
      const answer = await call<SearchAllAnswer>(access, 'POST', '/api/v1/search/all', {
        qbase64: Buffer.from(query).toString('base64'),
        fields: fields.join(','),
        size: String(size),
        page: String(page),
        full: String(full),
      }).catch((error: unknown) => {
        throw placed(query, error)
      })
      // Accounts of dialect live get a single field without an array round it.
      const rows = answer.results.map((row) => (typeof row === 'string' ? [row] : row))
      return { total: answer.total, rows, mode: answer.mode }
    },
    close: async () => undefined,
  }
}

/** The failure with the place in the query that it speaks of, which the API tells in words only. */
export function placed(query: string, error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('[820000]')) return error
  return checkQuery(query) ?? error
}
