// The demonstration: some thousand records of invented companies, with a few stories in them, relative to the moment at which it is
// loaded. The benchmarks' records are made elsewhere (`../generate.ts`). Knows nothing of storage.
import type { Observation } from '../../asset/index.ts'
import { COMPANIES } from './company.ts'
import { observeCompany } from './estate.ts'
import { observeEvents } from './event.ts'

const SEED = 8420

/** One import of the demonstration: those of the later one change what the earlier one stored. */
interface DemonstrationScan {
  readonly importId: string
  readonly observations: readonly Observation[]
}

/** The scans in the order of their times; the same `now` (milliseconds) gives the same records on every machine. */
export function demonstrationScans(now: number): readonly DemonstrationScan[] {
  const { earlier, latest } = observeEvents(SEED, now)
  const estate = COMPANIES.flatMap((company) => [...observeCompany(company, SEED, now)])
  return [
    { importId: 'demonstration-before', observations: earlier },
    { importId: 'demonstration', observations: [...estate, ...latest] },
  ]
}
