// The only table of settings. The reader, `periplus config`, docs/configuration.md and the types are derived from it.
import { isBaseUrl, isServerList, isUrl } from './check.ts'
import { HTTP_SETTINGS } from './http.ts'
import { IMPORT_SETTINGS } from './import.ts'
import { bytes, choice, duration, durations, integer, list, text, yesNo } from './kind.ts'
import { MCP_SETTINGS } from './mcp.ts'
import { OPENID_SETTINGS } from './openid.ts'
import { type Setting, setting } from './setting.ts'

export type { Setting } from './setting.ts'

const MIB = 1024 ** 2
const SECOND = 1000
const DAY = 86_400_000
/** Price, rate and window of one level. */
const level = <const Name extends string>(name: Name, price: number) =>
  ({
    [`level.${name}.price`]: setting(
      integer({ min: 0, max: 1_000_000 }),
      price,
      `coins a call costs an account of level ${name}`,
    ),
    [`level.${name}.rate`]: setting(
      integer({ min: 0, max: 1_000_000 }),
      0,
      `calls per minute an account of level ${name} may make in each server process; 0 means no limit`,
    ),
    [`level.${name}.resultWindow`]: setting(
      integer({ min: 0, max: 10_000_000 }),
      0,
      `page × size an account of level ${name} may reach; 0 is the general \`search.resultWindow\``,
    ),
  }) as {
    readonly [Key in `level.${Name}.${'price' | 'rate' | 'resultWindow'}`]: Setting<number>
  }

/** All settings by name. The variable of a setting is `PERIPLUS_` and the name in capitals, with `_` for dots and before capitals. */
export const SETTINGS = Object.freeze({
  data: setting(
    text((value) => value !== '', 'a path'),
    './data',
    'directory of records, accounts and result files; created when it is missing',
  ),
  demo: setting(
    yesNo(),
    true,
    'whether the first start on an empty data directory loads the demonstration set',
  ),
  'state.url': setting(
    text(
      isUrl('postgres:', 'postgresql:'),
      'an address `postgres://…`, or empty for SQLite in the data directory',
    ),
    '',
    'database of accounts, coins, tasks and audit; empty uses SQLite in the data directory',
    { secret: true },
  ),
  'store.url': setting(
    text(
      isServerList,
      'an address `http(s)://user:password@host:port/database`, hosts separated by commas, or empty for the engine in process',
    ),
    '',
    'ClickHouse server of the records, or all servers of a cluster, separated by commas; empty uses the engine in process, in the data directory',
    { secret: true },
  ),
  'store.cluster': setting(
    text((value) => /^([A-Za-z_]\w{0,63})?$/.test(value), 'a name of letters, digits and `_`, or empty'),
    '',
    'name of the cluster in the configuration of the servers of `store.url`; empty for a single server',
  ),
  ...HTTP_SETTINGS,
  'search.resultWindow': setting(
    integer({ min: 1, max: 10_000_000 }),
    10_000,
    'largest page × size of a search, unless the level has its own limit',
  ),
  'search.timeLimit': setting(
    duration({ min: 100, max: 3600 * SECOND }),
    30 * SECOND,
    'longest run time of one query in the engine',
  ),
  'search.memoryLimit': setting(
    bytes({ min: 16 * MIB, max: 1024 ** 4 }),
    512 * MIB,
    'memory of the engine for one query',
  ),
  'store.memoryLimit': setting(
    bytes({ min: 256 * MIB, max: 16 * 1024 ** 4 }),
    1024 * MIB,
    'memory of the engine in process for all queries and caches',
  ),
  'search.concurrency': setting(
    integer({ min: 1, max: 1000 }),
    8,
    'searches that run at the same time; others wait',
  ),
  'search.queue': setting(
    integer({ min: 0, max: 100_000 }),
    1000,
    'searches that may wait for a slot; further ones are answered 503',
  ),
  'search.queueTime': setting(
    duration({ min: 0, max: 600 * SECOND }),
    45 * SECOND,
    'longest wait of a search for a slot before it is answered 503; keep it longer than `search.timeLimit`',
  ),
  ...level('free', 1),
  ...level('member', 0),
  ...level('enterprise', 0),
  ...IMPORT_SETTINGS,
  'backup.recipients': setting(
    list(
      (value) => /^age1(?:pq1)?[02-9ac-hj-np-z]{50,}$/.test(value),
      'public keys of age (`age1…`), separated by commas',
    ),
    [],
    'public keys that `periplus backup` encrypts backups to, unless it is given others; empty: backups are not encrypted',
  ),
  readOnly: setting(
    yesNo(),
    false,
    'whether this process refuses every change of records; searches, exports and tagging work; `periplus read-only` switches it for all processes',
  ),
  'retention.default': setting(
    duration({ min: 0, max: 36_500 * DAY }),
    0,
    'how long records are kept after they were last seen, where `retention.sources` does not say otherwise; 0 s keeps them for ever',
  ),
  'retention.sources': setting(
    durations({ min: 0, max: 36_500 * DAY }),
    [],
    'how long records are kept by the tool whose files brought them, such as `nmap=90 d,shodan=0 s`; a record of several tools stays as long as the longest',
  ),
  'derive.rate': setting(
    integer({ min: 0, max: 1_000_000 }),
    500,
    'records per second that are derived again in the background after an upgrade that derives more; 0: none, until `periplus derive` starts it',
  ),
  'export.concurrency': setting(
    integer({ min: 1, max: 100 }),
    2,
    'exports that one server process writes at the same time; others wait',
  ),
  'export.linkExpiry': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    7 * DAY,
    'how long the download address of an export works',
  ),
  'export.keep': setting(
    integer({ min: 1, max: 1000 }),
    20,
    'finished exports kept for each account; a new one removes the oldest',
  ),
  'export.quota': setting(
    bytes({ min: MIB, max: 16 * 1024 ** 4 }),
    20 * 1024 * MIB,
    'bytes that the exports of one account may take together',
  ),
  'export.diskReserve': setting(
    bytes({ min: 0, max: 16 * 1024 ** 4 }),
    1024 * MIB,
    'bytes of the disk that exports leave free; they wait while there is less',
  ),
  'tag.dailyLimit': setting(
    integer({ min: 0, max: 100_000_000 }),
    10_000,
    'lines that an account may tag per UTC day',
  ),
  'tag.linkExpiry': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    7 * DAY,
    'how long the download address of a tagging result works',
  ),
  'tag.uploadLimit': setting(
    bytes({ min: 64 * 1024, max: 1024 * MIB }),
    32 * MIB,
    'largest upload of addresses; larger ones are answered 413',
  ),
  'tag.concurrency': setting(
    integer({ min: 1, max: 64 }),
    2,
    'tagging tasks of all accounts that run concurrently in one server; others wait',
  ),
  'tag.results': setting(
    text(() => true, 'a directory, or empty for `results` in the data directory'),
    '',
    'directory of tagging results; several servers on one PostgreSQL share it',
  ),
  'feed.interval': setting(
    duration({ min: 0, max: 365 * DAY }),
    DAY / 2,
    'how often feeds with an address are fetched again; 0 s fetches only on request',
  ),
  'feed.sizeLimit': setting(bytes({ min: 1024, max: 1024 * MIB }), 128 * MIB, 'longest file of a feed'),
  'feed.timeLimit': setting(
    duration({ min: SECOND, max: 3600 * SECOND }),
    60 * SECOND,
    'longest time to fetch one feed',
  ),
  ...MCP_SETTINGS,
  'account.registration': setting(
    choice('closed', 'invitation', 'open'),
    'closed',
    'who may register on the page: nobody, invited people, or everyone',
  ),
  'account.registrationLevel': setting(
    choice('free', 'member', 'enterprise'),
    'free',
    'level of accounts that register without an invitation',
  ),
  'account.registrationCoins': setting(
    integer({ min: 0, max: 1_000_000_000 }),
    0,
    'coins of accounts that register without an invitation',
  ),
  'account.sessionIdle': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    7 * DAY,
    'how long an unused session of the page lasts',
  ),
  'account.sessionLength': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    30 * DAY,
    'longest duration of a session of the page',
  ),
  'account.linkExpiry': setting(
    duration({ min: 60 * SECOND, max: 365 * DAY }),
    3 * DAY,
    'how long a one-time link to set a password works',
  ),
  'account.invitationExpiry': setting(
    duration({ min: 60 * SECOND, max: 3650 * DAY }),
    14 * DAY,
    'how long an invitation works',
  ),
  'account.keyAdministration': setting(
    yesNo(),
    true,
    'whether administrators may administer with a key; on the page they always may',
  ),
  ...OPENID_SETTINGS,
  'audit.retention': setting(
    duration({ min: DAY, max: 36_500 * DAY }),
    365 * DAY,
    'how long audit events are kept',
  ),
  'usage.retention': setting(
    duration({ min: DAY, max: 36_500 * DAY }),
    400 * DAY,
    'how long the daily usage of accounts is kept',
  ),
  secret: setting(
    text(
      (value) => value === '' || value.length >= 32,
      'at least 32 characters, or empty for the file `secret` in the data directory',
    ),
    '',
    'secret that encrypts API keys; several servers on one PostgreSQL share it; empty uses the file `secret` in the data directory',
    { secret: true },
  ),
  server: setting(
    text(isBaseUrl, 'an address `http://…` or `https://…` without query and final slash, or empty'),
    '',
    'server on another machine for `search`, `export`, `import`, `tag` and `mcp`',
  ),
  email: setting(
    text(() => true, 'an e-mail address'),
    '',
    'account on that server',
  ),
  key: setting(
    text((value) => /^([0-9a-f]{32})?$/.test(value), '32 lower-case hexadecimal characters'),
    '',
    'its key',
    { secret: true },
  ),
  'log.level': setting(
    choice('auto', 'trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'auto',
    'lowest severity that is logged; `auto` is `warn` on a terminal and `info` otherwise',
  ),
})

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS

/** The type of a setting's value. */
type SettingValue<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never

/** All settings by name, frozen. */
export type Config = { readonly [Name in SettingName]: SettingValue<Name> }

/** Every name, in the order of the table. */
export const SETTING_NAMES = Object.freeze(Object.keys(SETTINGS)) as readonly SettingName[]

/** The environment variable of a setting. */
export function variableOf(name: SettingName): string {
  return `PERIPLUS_${name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}
