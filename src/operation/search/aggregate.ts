// What the page shows beside results: facets, time line, hosts, single records, completion and icons. None of it costs coins.
import { isCountable } from '../../field/index.ts'
import {
  crossMembers,
  facetsMembers,
  hostMembers,
  hostWithoutRecords,
  lookAlikesMembers,
  recordMembers,
  timelineMembers,
  valuesMembers,
} from '../../service/aggregate/index.ts'
import { AppError, isAppError } from '../../error/index.ts'
import {
  checkCountable,
  countedFields,
  FULL,
  fieldList,
  flag,
  integer,
  oneField,
  optionalText,
  QUERY,
  verbatim,
  wrong,
} from '../input/index.ts'
import { download, operation } from '../operation.ts'

const common = { group: 'search', access: 'account', scope: 'search' } as const

/** Fields one call may name. */
const MOST_FIELDS = 40
/** Fields of one record that one call may name: all of them. */
const MOST_RECORD_FIELDS = 200
/** Services the page of a host shows. */
const MOST_SERVICES = 500
/** Hashes one call may name: those of a page. */
const MOST_HASHES = 100
/** Longest text that is completed. */
const LONGEST_PREFIX = 200

/** The most frequent values of fields. */
export const facets = operation({
  ...common,
  name: 'facets',
  cancellable: true,
  limited: true,
  summary: 'The most frequent values of fields among all matches',
  page: 'POST facets',
  input: {
    query: QUERY,
    full: FULL,
    fields: countedFields([], MOST_FIELDS),
    size: integer({ min: 1, max: 250, standard: 5 }, 'Values of each field.'),
    regions: flag('Whether countries come with their regions.'),
  },
  output: facetsMembers,
  run: ({ services, caller, signal }, { query, full, fields, size, regions }) => {
    const asked = { fields: fields.map(({ field }) => field), size, regions }
    return services.aggregate.facets(caller, { text: query, full }, asked, signal)
  },
})

/** How often the values of two fields occur together. */
export const crossTable = operation({
  ...common,
  name: 'crossTable',
  cancellable: true,
  limited: true,
  summary: 'How often the most frequent values of two fields occur together',
  page: 'POST cross',
  input: {
    query: QUERY,
    full: FULL,
    rows: oneField('The field of the rows.'),
    columns: oneField('The field of the columns.'),
    size: integer({ min: 1, max: 50, standard: 10 }, 'Values of each field.'),
  },
  output: crossMembers,
  run: ({ services, caller, signal }, { query, full, rows, columns, size }) => {
    checkCountable(rows, 'rows')
    checkCountable(columns, 'columns')
    return services.aggregate.cross(caller, { text: query, full }, { rows, columns, size }, signal)
  },
})

/** How many of the matches share title and nearly the same body with records of a page. */
export const lookAlikes = operation({
  ...common,
  name: 'lookAlikes',
  cancellable: true,
  limited: true,
  summary: 'How many of the matches share title and nearly the same body',
  page: 'POST look-alikes',
  input: {
    query: QUERY,
    full: FULL,
    hashes: verbatim(
      'Values of `body_fuzzy_hash`, or of `body_hash` for records without one, comma-separated, at most 100.',
    ),
  },
  output: lookAlikesMembers,
  run: ({ services, caller, signal }, { query, full, hashes }) => {
    const asked = [...new Set(hashes.split(',').filter((hash) => hash !== ''))]
    if (asked.length > MOST_HASHES)
      throw wrong(`hashes names ${asked.length} values; at most ${MOST_HASHES} are taken`)
    return services.aggregate.lookAlikes(caller, { text: query, full }, asked, signal)
  },
})

/** When the matches were last seen. */
export const timeline = operation({
  ...common,
  name: 'timeline',
  cancellable: true,
  limited: true,
  summary: 'When the matches were last seen',
  page: 'POST timeline',
  input: { query: QUERY, full: FULL },
  output: timelineMembers,
  run: ({ services, caller, signal }, { query, full }) =>
    services.aggregate.timeline(caller, { text: query, full }, signal),
})

/** Everything the records say of an address or a name. */
export const hostPage = operation({
  ...common,
  name: 'hostPage',
  cancellable: true,
  limited: true,
  summary: 'Everything the records say of a host',
  description: 'Without records the total is 0.',
  page: 'POST host',
  input: { name: verbatim('An address or a name; of a name also the names below it.') },
  output: hostMembers,
  run: async ({ services, caller, signal }, { name }) => {
    try {
      return await services.aggregate.host(caller, name, MOST_SERVICES, signal)
    } catch (error) {
      // Browsers log each 404 in their console, and a host without records is a usual answer on the page.
      if (isAppError(error) && error.code === 'host') return hostWithoutRecords(name)
      throw error
    }
  },
})

/** Long fields of one record. */
export const record = operation({
  ...common,
  name: 'record',
  cancellable: true,
  limited: true,
  summary: 'Long fields of one record',
  page: 'POST record',
  input: {
    host: verbatim('Its `host`.'),
    base_protocol: verbatim('Its transport.'),
    ip: optionalText('Its address, where it is known.'),
    fields: fieldList([], MOST_RECORD_FIELDS),
  },
  output: recordMembers,
  run: ({ services, caller, signal }, asked) => services.aggregate.record(caller, asked, signal),
})

/** Values for completion. */
export const values = operation({
  ...common,
  name: 'values',
  cancellable: true,
  limited: true,
  summary: 'Values that records hold and that start with a text',
  page: 'POST values',
  input: { field: oneField('The field.'), prefix: verbatim('How the values start.') },
  output: valuesMembers,
  run: async ({ services, caller, signal }, { field, prefix }) => {
    const offered = isCountable(field) || field.name === 'host'
    if (!offered || field.kind === 'time' || field.kind === 'boolean' || prefix.length > LONGEST_PREFIX)
      return { values: [], complete: true }
    return services.aggregate.values(caller, field, prefix, signal)
  },
})

// Bytes of strangers: a browser that opens them alone runs nothing and loads nothing.
const ICON_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, max-age=31536000, immutable',
} as const

/** The icon of a site, by the hash that records name. */
export const icon = download({
  ...common,
  name: 'icon',
  summary: 'The icon of a site',
  page: 'GET icon/:hash',
  input: { hash: verbatim('The value of `icon_hash`.') },
  download: async ({ services }, { hash }) => {
    const found = await services.icons.read(hash)
    if (found === undefined)
      throw new AppError('route', '404 Not Found: there is no such address; /docs lists what there is')
    return { kind: 'pieces', type: found.type, pieces: [found.bytes], headers: ICON_HEADERS }
  },
})
