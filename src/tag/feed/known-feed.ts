// The catalogue of feeds: what each is for, its licence, and how right it was measured to be.
import { MEASURED, UNMEASURED } from './measured.ts'
import { type Preset, PRESETS, RECOMMENDED } from './preset.ts'

/** A preset with what is known of its worth. */
interface KnownFeed extends Preset {
  readonly recommended: boolean
  /** One row per tag; empty where `unmeasured` says why. */
  readonly measured: readonly {
    readonly tag: string
    readonly precision: number
    readonly recall: number
    readonly against: string
  }[]
  readonly unmeasured: string | null
}

/** All presets, the recommended ones first. */
export const KNOWN_FEEDS: readonly KnownFeed[] = PRESETS.map((preset) => {
  const rows = MEASURED.filter((row) => row.preset === preset.name)
  return {
    ...preset,
    recommended: RECOMMENDED.includes(preset.name),
    measured: rows.map(({ tag, precision, recall, against }) => ({ tag, precision, recall, against })),
    unmeasured: rows.length > 0 ? null : (UNMEASURED[preset.name] ?? 'new'),
  }
}).toSorted((one, other) => Number(other.recommended) - Number(one.recommended))
