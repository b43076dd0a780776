// What pivots answer: schemas, and the types that follow from them.
import { Type } from 'typebox'
import { count, type Members, object, type Shape, text } from '../../schema/index.ts'

const value = {
  field: text('Name of the search field.'),
  value: text(),
}
/** Who shows an icon. */
export const iconMembers = {
  ...value,
  condition: text('The condition that finds every record with this value.'),
  hosts: count('Number of hosts that have it; of a pivot other hosts.'),
  records: count('Number of their records.'),
}
const Pivot = object(
  {
    ...iconMembers,
    more: Type.Boolean({
      description:
        'Whether counting ended at 1,000 records: the value is not rare, and `hosts` and `records` are the least numbers.',
    }),
  },
  { title: 'Pivot' },
)
const SimilarHost = object(
  {
    host: text('Address or name.'),
    shared: Type.Array(object(value), { description: 'The rare values that both have, rarest first.' }),
    reason: text('The same in words.'),
  },
  { title: 'SimilarHost' },
)

/** Rare values of a host, and the hosts that share them. */
export const pivotsMembers = {
  host: text('Canonical spelling, or the `host` of the record.'),
  pivots: Type.Array(Pivot, { description: 'Rarest first; values that no other host has come last.' }),
  similar: Type.Array(SimilarHost, { description: 'The most similar first.' }),
}

/** A value and how many other hosts have it. */
export type Pivot = Shape<typeof Pivot>
/** Who shows an icon. */
export type IconAnswer = Members<typeof iconMembers>
/** A host that shares rare values. */
export type SimilarHost = Shape<typeof SimilarHost>
/** Rare values of a host, and the hosts that share them. */
export type PivotsAnswer = Members<typeof pivotsMembers>
