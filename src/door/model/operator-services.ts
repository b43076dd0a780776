import { AppError } from '../../error/index.ts'
import type { ToolServices } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { Entry, SourceRow } from '../../tag/index.ts'

const namesOf = (fields: readonly { readonly name: string }[]): readonly string[] =>
  fields.map(({ name }) => name)

/** The services of the tools for the operator: all fields, no coins, no daily limit. */
export function operatorServices(operator: Operator): ToolServices {
  return {
    aggregate: {
      facets: (_: Account, { text, full }, { fields, size }) =>
        operator.facets({ query: text, full, fields: namesOf(fields), size }),
      host: (_: Account, name, most) => operator.host(name, most),
    },
    searchAll: async (_, { text, fields, ...asked }, sink) => {
      const found = await operator.search({ ...asked, query: text, fields: namesOf(fields) })
      sink(found.rows)
      const free = { consumed: 0, required: 0, pageTime: 0 }
      return { ...free, mode: found.mode, total: found.total, rows: found.rows.length }
    },
    tagging: { lookUp: (_, address) => lookUp(operator, address) },
  }
}

async function lookUp(
  operator: Operator,
  address: string,
): Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }> {
  const { head, entries } = await operator.tag([[1, address]])
  const entry = JSON.parse(entries[0] ?? 'null') as Entry
  if (entry.status === 'invalid') throw new AppError('params', `[-4] Params Error: ${entry.reason}`)
  const { sources } = JSON.parse(head) as { readonly sources: Readonly<Record<string, SourceRow>> }
  return { entry, sources }
}
