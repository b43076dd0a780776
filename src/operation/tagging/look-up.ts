import { Type } from 'typebox'
import { OkEntry, Sources, VOCABULARY, VocabularyRow } from '../../tag/index.ts'
import { nameOf } from '../input/index.ts'
import { operation } from '../operation.ts'

const common = { group: 'tagging', access: 'account', scope: 'tag' } as const

/** The tags of one address. */
export const ipTagsLookup = operation({
  ...common,
  name: 'ipTagsLookup',
  summary: 'The tags of one address',
  description: 'Counts as one line of the day.',
  cost: 'line',
  limited: true,
  http: 'GET /api/v1/ip_tags/lookup',
  page: 'POST tagging/look-up',
  input: { ip: nameOf('An IPv4 or IPv6 address.') },
  output: { entry: OkEntry, sources: Sources },
  run: async (call, { ip }) => {
    const { entry, sources } = await call.services.tagging.lookUp(call.caller, ip)
    if (entry.status !== 'ok') throw new Error('a look-up without an entry')
    call.spend(1, 0)
    return { entry, sources }
  },
})

/** The tags of the address whose page is open. */
export const hostTags = operation({
  ...common,
  scope: 'search',
  name: 'hostTags',
  summary: 'The tags, network and location of the address of a host page',
  description: 'Counts no line of the day: a page shows one address.',
  limited: true,
  page: 'POST host/tags',
  input: { ip: nameOf('An IPv4 or IPv6 address.') },
  output: { entry: OkEntry, sources: Sources },
  run: async ({ services }, { ip }) => {
    const { entry, sources } = await services.tagging.show(ip)
    if (entry.status !== 'ok') throw new Error('a look-up without an entry')
    return { entry, sources }
  },
})

/** The tags there are. */
export const ipTagsVocabulary = operation({
  ...common,
  name: 'ipTagsVocabulary',
  summary: 'The tags there are, and what they mean',
  http: 'GET /api/v1/ip_tags/vocabulary',
  input: {},
  output: { vocabulary: Type.Array(VocabularyRow, { description: 'One row per namespace of tags.' }) },
  run: () => ({ vocabulary: VOCABULARY }),
})
