// The two dialects of the API that existing client programs use. Programs for the hosted service (dialect `live`) name fields that
// do not exist here, and read answers by position.
import type { Given, Operation } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { Layout } from '../server/row-writer.ts'
import type { Spelling } from '../server/run.ts'

/** Fields of the hosted service that records never hold; in dialect `live` they are empty texts, elsewhere unknown fields. */
const ABSENT = new Set(['banner_fid', 'cname_domain', 'icon'])

/** The parameters with only searchable fields, and the row layout if other fields were among them. */
export interface Reduced {
  readonly given: Given
  readonly layout: Layout | undefined
}

/** Removes absent fields from the parameter `fields` of a caller whose program may use them. */
export function withoutAbsent(given: Given, { dialect }: Pick<Account, 'dialect'>): Reduced {
  const names = String(given('fields') ?? '')
    .split(',')
    .flatMap((name) => name.trim() || [])
  const known = names.filter((name) => !isAbsent(name))
  if (dialect !== 'live' || known.length === names.length) return { given, layout: undefined }
  let place = 0
  const layout = names.map((name) => (isAbsent(name) ? undefined : place++))
  const fields = known.length === 0 ? 'host' : known.join(',')
  return { given: (name) => (name === 'fields' ? fields : given(name)), layout }
}

function isAbsent(name: string): boolean {
  return ABSENT.has(name.toLowerCase())
}

/** Fields of an answer in dialect `live` when the caller names none. */
const LIVE_FIELDS = 'host,ip,port'

/** Decodes and encodes a search in the caller's dialect; other operations have no dialects. */
export function inDialect(
  { rows }: Operation,
  given: Given,
  caller: Account,
): { readonly given: Given; readonly spelling?: Spelling } {
  if (rows === undefined) return { given }
  const live = caller.dialect === 'live'
  const reduced = withoutAbsent(given, caller)
  const isNamed = String(given('fields') ?? '').trim() !== ''
  return {
    given: (name) => (name === 'fields' && live && !isNamed ? LIVE_FIELDS : reduced.given(name)),
    spelling: {
      layout: reduced.layout,
      flat: (fields) => live && fields === 1,
      head: (head) => (live && 'total' in head ? { ...head, size: head.total } : head),
    },
  }
}
