// How other programs spell what the catalogue has a name for. A catalogue name in the same record counts before any of these.

/** By catalogue name, the spellings from the surest to the vaguest; case, dashes, dots and blanks do not count. */
const SPELLINGS: Readonly<Record<string, string>> = {
  lastupdatetime:
    'last_seen last_seen_at last_observed observed_at seen_at last_updated last_updated_at updated_at update_time updated ' +
    'scan_time scanned_at scan_date probed_at @timestamp timestamp time datetime date ts',
  firstseen: 'first_seen first_seen_at first_observed discovered_at created_at',
  host: 'hostname fqdn',
  ip: 'ip_address ip_addr ip_str address addr',
  port: 'port_number port_id',
  base_protocol: 'transport_protocol ip_protocol proto',
  protocol: 'service_name service application_protocol app_protocol',
  status_code: 'http_status http_status_code response_code status code',
  title: 'http_title page_title html_title',
  server: 'webserver http_server',
  os: 'operating_system os_name',
  as_organization: 'as_name as_org asn_org',
  jarm: 'jarm_hash',
  icon_hash: 'favicon_hash favicon_mmh3',
}

/** A catalogue name that a key means, and how vague the key is (0 is the surest). */
interface Spelled {
  readonly name: string
  readonly rank: number
}

function folded(key: string): string {
  return key.toLowerCase().replace(/[-_. ]/g, '')
}

const SPELLED: ReadonlyMap<string, Spelled> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, keys]) =>
    keys.split(' ').map((key, rank) => [folded(key), { name, rank }] as const),
  ),
)

/** What a key of another program means; undefined for keys nobody agrees on. */
export function spelledBy(key: string): Spelled | undefined {
  return key.length > 40 ? undefined : SPELLED.get(folded(key))
}

/** Keys under which port scanners say whether a port is open. */
const STATES: ReadonlySet<string> = new Set(['state', 'status', 'portstate', 'portstatus'])

/** The state of a port that is not open, where a key and its value say so. */
export function closedState(key: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || key.length > 40 || !STATES.has(folded(key))) return undefined
  const state = value.trim().toLowerCase()
  return ['closed', 'filtered', 'open|filtered', 'closed|filtered', 'down'].includes(state)
    ? state
    : undefined
}
