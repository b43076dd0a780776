// Which imports observed a record, and from which files.
import { Type } from 'typebox'
import type { RecordProvenance } from '../../service/provenance/index.ts'
import { printTime } from '../../util/index.ts'
import { optionalText, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { count, object, orNull, text, textsOf, time } from '../../schema/index.ts'

const Import = object(
  {
    id: text('The id of the import.'),
    first_seen: time('When it first observed the record'),
    last_seen: time('When it last observed the record'),
    imported_at: orNull(Type.String(), 'When it started; null where the list of imports no longer has it.'),
    files: textsOf(
      'Its files, the first ones of many; the record is from one of them. Administrators see whole paths.',
    ),
    file_count: count('Number of its files.'),
    tools: textsOf('The tools that wrote the files, where they are known.'),
    actor: Type.Optional(text('Who made it; for administrators only.')),
  },
  { title: 'RecordImport' },
)

const Provenance = object(
  {
    host: Type.String(),
    ip: Type.String(),
    base_protocol: Type.String(),
    imports: Type.Array(Import, { description: 'The last imports that observed it, newest first.' }),
  },
  { title: 'RecordProvenance' },
)

/** Where records come from. */
export const provenance = operation({
  name: 'provenance',
  group: 'search',
  access: 'account',
  scope: 'search',
  cancellable: true,
  limited: true,
  summary: 'Which imports observed the records of a host, from which files, and when',
  description:
    'Costs no coins. Without `base_protocol` `host` is an address or a name, and the newest 100 records are described; with it the one record whose `host` this is.',
  http: 'GET /api/v1/provenance',
  page: 'POST provenance',
  input: {
    host: verbatim('An address or a name, or the `host` of a record.', 1000),
    base_protocol: optionalText('The transport of one record.'),
    ip: optionalText('The address of that record, where it is known.'),
  },
  output: { records: Type.Array(Provenance) },
  run: async ({ services, caller, signal }, { host, base_protocol, ip }) => {
    const asked = { host, baseProtocol: base_protocol, ip }
    const records = await services.provenance(asked, caller.role === 'administrator', signal)
    return { records: records.map(describe) }
  },
})

function describe({ host, ip, baseProtocol, imports }: RecordProvenance) {
  return {
    ...{ host, ip, base_protocol: baseProtocol },
    imports: imports.map(({ id, firstSeen, lastSeen, importedAt, files, fileCount, tools, actor }) => ({
      id,
      first_seen: printTime(firstSeen),
      last_seen: printTime(lastSeen),
      imported_at: importedAt === undefined ? null : printTime(importedAt),
      ...{ files: [...files], file_count: fileCount, tools: [...tools] },
      ...(actor !== undefined && { actor }),
    })),
  }
}
