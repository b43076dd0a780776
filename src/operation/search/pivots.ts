// Which rare values of a host other hosts share, and who shows an icon.
import { iconMembers, pivotsMembers } from '../../service/pivot/index.ts'
import { optionalText, verbatim, wrong } from '../input/index.ts'
import { operation } from '../operation.ts'

const common = {
  group: 'search',
  access: 'account',
  scope: 'search',
  cancellable: true,
  limited: true,
} as const

/** Rare values of a host or record. */
export const pivots = operation({
  ...common,
  name: 'pivots',
  summary: 'Which rare values of a host other hosts share, rarest first, and similar hosts',
  description:
    'Compares icon, certificate, keys, hashes of body, header and banner, JARM, hassh, scripts, title and canonical name of the newest 100 records. Costs no coins. Without `base_protocol` `host` is an address or a name; with it the one record whose `host` this is.',
  http: 'GET /api/v1/pivots',
  page: 'POST pivots',
  input: {
    host: verbatim('An address or a name, or the `host` of a record.', 1000),
    base_protocol: optionalText('The transport of one record.'),
    ip: optionalText('The address of that record, where it is known.'),
  },
  output: pivotsMembers,
  run: ({ services, caller, signal }, { host, base_protocol, ip }) =>
    services.pivots.of(caller, { host, baseProtocol: base_protocol, ip }, signal),
})

/** Longest icon in bytes. */
const LONGEST_ICON = 1024 * 1024

/** Who shows an icon. */
export const findIcon = operation({
  ...common,
  name: 'findIcon',
  summary: 'Find who shows an icon',
  description:
    'The body is the icon as the site sends it, at most 1 MiB. Its hash is the one that records and search engines state: signed 32-bit MurmurHash3 of the base64 text. Records of which only the MD5 of the icon is known are found, too. The body may also be the MD5 in 32 hexadecimal digits. Costs no coins.',
  http: 'POST /api/v1/icon',
  page: 'POST icon',
  body: 'bytes',
  longestBody: LONGEST_ICON,
  input: {},
  output: iconMembers,
  run: ({ services, caller, signal, bytes }) => {
    if (bytes === undefined || bytes.length === 0) throw wrong('send the bytes of the icon as the body')
    return services.pivots.icon(caller, bytes, signal)
  },
})
