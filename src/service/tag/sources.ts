import { type Causes, resultHeader, type SourceRow, unansweredIn } from '../../tag/index.ts'
import { openTagContext, type TaggerContext } from './context.ts'

/** A source, and the attribution that its licence requires where its data is shown. */
interface CreditedSource extends SourceRow {
  readonly attribution: string
}

/** The sources, and the questions that none of them can answer with yes. */
export interface CurrentSources {
  readonly sources: readonly CreditedSource[]
  readonly unanswered: Causes
}

/** The current sources of tags: feeds, databases, built-in tables and the stored records, each with its state. */
export async function currentSources(context: TaggerContext): Promise<CurrentSources> {
  const tagContext = await openTagContext(context)
  const credits = new Map(tagContext.locatedBy?.map(({ name, attribution }) => [name, attribution]))
  const rows = Object.values(resultHeader(null, [], tagContext).sources)
  return {
    sources: rows.map((row) => ({ ...row, attribution: credits.get(row.name) ?? '' })),
    unanswered: unansweredIn(tagContext),
  }
}
