// Assessments: a library of published queries run over the stored records, as one self-contained HTML file. Asks for counts and a few
// rows only; sends nothing anywhere.
import { gatherAssessment } from './gather.ts'
import { renderAssessment } from './render.ts'
import type { AssessAsked, AssessSource, Library } from './types.ts'

export type { AssessSource, Library, LibraryProduct, LibraryQuery, RefusedQuery } from './types.ts'

/** A finished assessment. */
interface MadeAssessment {
  readonly html: string
  /** Number of products found. */
  readonly found: number
}

/** Assesses the records of a source by a library. `now` in milliseconds UTC. */
export async function makeAssessment(
  source: AssessSource,
  library: Library,
  asked: AssessAsked,
  now: number,
): Promise<MadeAssessment> {
  const assessment = await gatherAssessment(source, library, asked, now)
  return { html: renderAssessment(assessment), found: assessment.found.length }
}
