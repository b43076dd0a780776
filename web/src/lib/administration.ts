// What the server tells administrators, and every account about itself.

/** An account as administrators see it. Times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface AccountFacts {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly level: Level
  readonly level_until: string | null
  readonly role: Role
  readonly dialect: string
  readonly coins: number
  readonly disabled: boolean
  readonly has_password: boolean
  readonly rules: { readonly version: string; readonly time: string } | null
  readonly created_at: string
}

/** What an account may use. */
export type Level = 'free' | 'member' | 'enterprise'
/** Who may administer. */
export type Role = 'user' | 'administrator'
/** All levels, lowest first. */
export const LEVELS = ['free', 'member', 'enterprise'] as const satisfies readonly Level[]
/** All roles. */
export const ROLES = ['user', 'administrator'] as const satisfies readonly Role[]

/** An entry of the audit trail. */
export interface AuditEntry {
  readonly id: number
  readonly time: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly address: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** A page of the audit trail. */
export interface AuditAnswer {
  readonly entries: readonly AuditEntry[]
  readonly next: number | null
}

/** Calls of an account to one route on one day. */
export interface UsageEntry {
  readonly email?: string
  readonly account?: number
  readonly day: string
  readonly route: string
  readonly calls: number
  readonly rows: number
  readonly coins: number
}

/** A movement of coins. */
export interface LedgerEntry {
  readonly id: number
  readonly time: string
  readonly amount: number
  readonly kind: 'grant' | 'charge' | 'refund' | 'correction'
  readonly note: string
  readonly by: string | null
}

/** An invitation to register. */
export interface Invitation {
  readonly id: number
  readonly account: string | null
  readonly level: Level
  readonly coins: number
  readonly created_at: string
  readonly expires_at: string
  readonly used: boolean
}

/** A setting as it is in use; `value` is null for a secret that is set. */
export interface SettingFacts {
  readonly name: string
  readonly value: string | null
  readonly default: string
  readonly allowed: string
  readonly meaning: string
  readonly origin: 'default' | 'file' | 'environment' | 'flag'
  readonly variable: string
}

/** How the server is. */
export interface Health {
  readonly phase: string
  readonly started_at: string
  readonly state: string
  readonly records: number
  readonly disk_bytes: number
  readonly newest: string | null
  readonly engine_memory_bytes: number
  readonly process_memory_bytes: number
  readonly searches_running: number
  readonly searches_waiting: number
  readonly tasks_waiting: number
  readonly findings: readonly {
    readonly check: string
    readonly level: 'ok' | 'warning' | 'error'
    readonly text: string
    readonly remedy?: string
  }[]
}

/** What calls were for; whatever else the page asks for by itself is no work. */
const WORK = [
  ['search', /\/search(?:\/(?:all|next))?$/],
  ['tagging', /\/(?:ip_tags|tagging)(?:\/look-?up)?$/],
  ['export', /\/exports?$/],
  ['import', /\/imports?$/],
] as const

/** A kind of work that is counted. */
export type Work = (typeof WORK)[number][0] | 'other'

/** What a call of a route was for. */
export function workOf(route: string): Work {
  return WORK.find(([, pattern]) => pattern.test(route))?.[0] ?? 'other'
}

/** The figures of usage summed up by something each entry has, the most calls first. */
export function sumUsage<Key extends string>(
  entries: readonly UsageEntry[],
  keyOf: (entry: UsageEntry) => Key,
): readonly { readonly key: Key; readonly calls: number; readonly rows: number; readonly coins: number }[] {
  const sums = new Map<Key, { calls: number; rows: number; coins: number }>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const sum = sums.get(key) ?? { calls: 0, rows: 0, coins: 0 }
    sum.calls += entry.calls
    sum.rows += entry.rows
    sum.coins += entry.coins
    sums.set(key, sum)
  }
  return [...sums].map(([key, sum]) => ({ key, ...sum })).sort((a, b) => b.calls - a.calls)
}
