// The record operations of commands, run on a remote server at the account's level and price.
import type { FieldName } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import { checkQuery } from '../../query/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { AddressLine } from '../../service/tag/index.ts'
import type { Access } from './access.ts'
import { clientOf, inWords } from './client.ts'

/** The part of the operator's use cases that accounts of a server have as well. */
export type Records = Pick<Operator, 'search' | 'explain' | 'pivots' | 'vulnerabilities' | 'tag' | 'close'>

/** Searches and tags on a remote server. */
export function remoteRecords(access: Access, signal: AbortSignal): Records {
  const periplus = clientOf(access)
  return {
    search: async (request) => {
      const { query, size, page, full } = request
      const fields = request.fields as readonly FieldName[]
      const answer = await inWords(access, () =>
        periplus.search({ query, fields, size, page, full }, { signal }),
      ).catch((error: unknown) => {
        throw withSpan(query, error)
      })
      const rows = answer.records.map((record) => fields.map((name) => record[name]))
      return { total: answer.total, rows, mode: answer.mode }
    },
    explain: ({ query, full }) => inWords(access, () => periplus.explain({ query, full }, { signal })),
    pivots: (host) => inWords(access, () => periplus.pivots(host, { signal })),
    vulnerabilities: (host) => inWords(access, () => periplus.vulnerabilities(host, { signal })),
    tag: async (lines, at) => {
      if (at !== undefined)
        throw new AppError('input', '`--at` and `--at-line-time` work without --server only')
      const addresses = lines.map(([, text]) => text)
      const text = await inWords(access, () => periplus.tagLines(addresses, { signal }))
      const [head = '', ...entries] = text.split('\n').filter((line) => line !== '')
      return { head, entries: entries.map((entry, index) => renumber(entry, lines[index])) }
    },
    close: async () => undefined,
  }
}

// Line numbers refer to the whole list.
function renumber(entry: string, line: AddressLine | undefined): string {
  return line === undefined ? entry : entry.replace(/^\{"line":\d+/, `{"line":${line[0]}`)
}

/** The failure with its position in the query, which the API reports only in its text. */
export function withSpan(query: string, error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('[820000]')) return error
  return checkQuery(query) ?? error
}
