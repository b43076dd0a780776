// The page of a report: one HTML file without script, which loads nothing and is readable on paper.
import { textAsHtml } from '../../util/index.ts'
import { REPORT_STYLE } from './style.ts'
import type { ReportLanguage } from './types.ts'

/** What a page consists of. `lead` and `parts` are HTML, the other texts are not. */
interface ReportPage {
  readonly language: ReportLanguage
  readonly heading: string
  readonly title: string
  readonly lead: readonly string[]
  readonly parts: readonly string[]
  readonly footer: string
}

/** The page as a text of HTML. */
export function renderPage({ language, heading, title, lead, parts, footer }: ReportPage): string {
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${heading}: ${textAsHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<p>Periplus · ${heading}</p>
<h1>${textAsHtml(title)}</h1>
${lead.map((line) => `<p>${line}</p>`).join('\n')}
</header>
${parts.join('\n')}
<footer><p>${footer}</p></footer>
</main>
</body>
</html>
`
}

/** A moment in milliseconds UTC as it is printed. */
export function madeAt(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A count with separators. */
export function number(value: number): string {
  return value.toLocaleString('en')
}
