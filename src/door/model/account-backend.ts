import { isAppError } from '../../error/index.ts'
import { type Backend, MOST_SERVICES, type Tagged } from '../../mcp/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { Entry, SourceRow } from '../../tag/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import type { Services } from '../../operation/index.ts'

/** The tools for an account: its level, its coins, its daily limit. `spend` is told of rows and coins. */
export function accountBackend(
  { searchAll, aggregate, tagging }: Pick<Services, 'searchAll' | 'aggregate' | 'tagging'>,
  account: Account,
  spend: (rows: number, coins: number) => void,
): Backend {
  return {
    facets: ({ query, full, fields, size }, signal) =>
      aggregate.facets(account, { text: query, full }, { fields, size, regions: false }, signal),
    search: async ({ query, ...asked }, signal) => {
      const rows: (readonly string[])[] = []
      const sink = (more: readonly (readonly string[])[]): void => void rows.push(...more)
      const found = await searchAll(account, { ...asked, text: query }, sink, signal)
      spend(found.rows, found.consumed)
      return { total: found.total, rows, cost: found.consumed }
    },
    host: (name, signal) => aggregate.host(account, name, MOST_SERVICES, signal),
    tag: (addresses, signal) => tagEach(tagging, account, addresses, signal, spend),
  }
}

// Each address is a look-up of its own, so that one too many costs the others nothing.
async function tagEach(
  tagging: Services['tagging'],
  account: Account,
  addresses: readonly string[],
  signal: AbortSignal,
  spend: (rows: number, coins: number) => void,
): Promise<Tagged> {
  const sources: Record<string, SourceRow> = {}
  const entries: Entry[] = []
  const distinct = [...new Map(addresses.map((text) => [canonicalAddress(text) ?? text, text])).values()]
  for (const [index, input] of distinct.entries()) {
    signal.throwIfAborted()
    try {
      const found = await tagging.lookUp(account, input)
      entries.push({ ...found.entry, line: index + 1 })
      Object.assign(sources, found.sources)
      spend(1, 0)
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.code !== 'params') {
        if (entries.length === 0) throw error
        return { entries, sources, left: { addresses: distinct.slice(index), reason: error.message } }
      }
      const reason = error.message.replace(
        /^\[-4\] Params Error: (?:the parameter `ip` is no address: )?/,
        '',
      )
      entries.push({ line: index + 1, input: input.slice(0, 256), status: 'invalid', reason, tags: [] })
    }
  }
  return { entries, sources }
}
