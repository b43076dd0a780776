import { resultHeader, type SourceRow } from '../../tag/index.ts'
import { openTagContext, type TaggerContext } from './context.ts'

/** A source, and what its licence asks to be said where its data is shown. */
export interface CreditedSource extends SourceRow {
  readonly attribution: string
}

/** What tags are made of now: feeds, databases, built-in tables and our own records, each with its state. */
export async function currentSources(context: TaggerContext): Promise<readonly CreditedSource[]> {
  const tagContext = await openTagContext(context)
  const credits = new Map(tagContext.locatedBy?.map(({ name, attribution }) => [name, attribution]))
  return Object.values(resultHeader(null, [], tagContext).sources).map((row) => ({
    ...row,
    attribution: credits.get(row.name) ?? '',
  }))
}
