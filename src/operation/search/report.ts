import { fieldNamed } from '../../field/index.ts'
import { FULL, optionalText, QUERY } from '../input/index.ts'
import { download } from '../operation.ts'

/** A report of a search: one HTML file. */
export const report = download({
  group: 'search',
  access: 'account',
  scope: 'search',
  name: 'report',
  cancellable: true,
  limited: true,
  summary: 'A report of a search as one HTML file',
  page: 'POST report',
  input: {
    query: QUERY,
    full: FULL,
    title: optionalText('Its heading; the query by default.'),
    language: optionalText('`en` (default) or `zh`.'),
  },
  download: async (call, { query, full, title, language }) => {
    const { services, caller, signal, context } = call
    const { makeReport } = await import('../../service/report/index.ts')
    const { aggregate } = services
    const source = {
      facets: (text: string, fields: readonly string[], size: number) => {
        const asked = { fields: fields.map(fieldNamed), size, regions: false }
        return aggregate.facets(caller, { text, full }, asked, signal)
      },
      timeline: (text: string) => aggregate.timeline(caller, { text, full }, signal),
    }
    const asked = { query, full, title: title ?? '', language: language === 'zh' ? 'zh' : 'en' } as const
    const html = await makeReport(source, asked, context.now())
    const headers = {
      'Content-Disposition': 'attachment; filename="periplus-report.html"',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return { kind: 'pieces', type: 'text/html; charset=utf-8', pieces: [html], headers }
  },
})
