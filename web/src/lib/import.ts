// What the server tells of imports and feeds.

/** An import. */
export interface ImportJob {
  readonly id: number
  readonly state: 'init' | 'running' | 'success' | 'failure'
  readonly progress: number
  readonly name: string
  readonly bytes: number
  readonly inputs: number
  readonly refused_inputs: number
  readonly observations: number
  readonly added: number
  readonly replaced: number
  readonly touched: number
  readonly unchanged: number
  readonly skipped: number
  readonly rejects: number
  readonly formats: Readonly<Record<string, object>>
  readonly notes: readonly string[]
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly created_at: string
  readonly reason?: string
}

/** The imports there are, and what may be sent. */
export interface ImportsAnswer {
  readonly limits: { readonly bytes: number }
  readonly formats: readonly string[]
  readonly imports: readonly ImportJob[]
}

/** Lines that became no record, and where the next ones begin. */
export interface RejectsAnswer {
  readonly rejects: readonly {
    readonly file: string
    readonly line: number
    readonly reason: string
    readonly text: string
  }[]
  readonly next: number | null
}

/** One version of a feed. */
export interface FeedVersion {
  readonly id: string
  readonly bytes: number
  readonly retrieved_at: string
  readonly stated_at: string | null
  readonly version: string | null
  readonly licence: string | null
  readonly format: string
  readonly records: number
  readonly bad: number
  readonly reasons: readonly string[]
  readonly guesses: readonly string[]
}

/** A feed. */
export interface Feed {
  readonly name: string
  readonly kind: string
  readonly url: string | null
  readonly tags: readonly string[]
  readonly override: boolean
  readonly state: 'fresh' | 'stale' | 'expired'
  readonly pinned: string | null
  readonly checked_at: string
  readonly failure: string | null
  readonly active: FeedVersion
  readonly versions: readonly FeedVersion[]
}

/** A feed that is worth having, by name. */
export interface Preset {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly kind: string
  readonly tags?: readonly string[]
  readonly basis?: string
  readonly licence?: string
}

/** Whether an import has not ended. */
export const isUnderWay = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'init' || state === 'running'

/** The address of an import of a file; what is not stated is left out. */
export function importAddress(file: File, stated: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams({ name: file.name, modified: String(file.lastModified) })
  for (const [name, value] of Object.entries(stated))
    if (value.trim() !== '') parameters.set(name, value.trim())
  return `imports?${parameters}`
}

/** Seconds since a feed's own date, else since its retrieval. */
export function feedAge({ stated_at, retrieved_at }: FeedVersion, now: number): number {
  return Math.max(0, (now - Date.parse(stated_at ?? retrieved_at)) / 1000)
}
