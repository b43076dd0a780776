// The two API dialects of existing client programs. Programs for the hosted service (dialect `live`) request no fields or one, and
// read results by position.
import type { Given, Operation } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { Spelling } from '../server/run.ts'

/** Fields of a result in dialect `live` when the caller names none. */
const LIVE_FIELDS = 'host,ip,port'

/** Decodes and encodes a search in the caller's dialect; other operations have no dialects. */
export function inDialect(
  { rows }: Operation,
  given: Given,
  caller: Account,
): { readonly given: Given; readonly spelling?: Spelling } {
  if (rows === undefined) return { given }
  const live = caller.dialect === 'live'
  const isNamed = String(given('fields') ?? '').trim() !== ''
  return {
    given: (name) => (name === 'fields' && live && !isNamed ? LIVE_FIELDS : given(name)),
    spelling: {
      flat: (fields) => live && fields === 1,
      head: (head) => (live && 'total' in head ? { ...head, size: head.total } : head),
    },
  }
}
