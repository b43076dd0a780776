// Reports: a search as one self-contained HTML file with counts, map, line, top lists, what is new and which certificates expire. Every
// number comes with its query. Asks for counts only, so it costs no coins.
import { gatherReport } from './gather.ts'
import { renderReport } from './render.ts'
import type { ReportAsked, ReportSource } from './types.ts'

export { REPORT_LANGUAGES, type ReportAsked, type ReportLanguage, type ReportSource } from './types.ts'

/** Makes the report of a search. `now` in milliseconds UTC. */
export async function makeReport(source: ReportSource, asked: ReportAsked, now: number): Promise<string> {
  return renderReport(await gatherReport(source, asked, now))
}
export { madeAt, number, renderPage } from './page.ts'
