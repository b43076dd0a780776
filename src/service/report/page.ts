// The page of a report: one HTML file without script, which loads nothing and is readable on paper.
import { textAsHtml } from '../../util/index.ts'
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

/** The look of a report, on screens and on paper. */
const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#17212b, #e2e8ee); --quiet: light-dark(#55616d, #a0abb7); --line: light-dark(#d8dee4, #2c353f); --ground: light-dark(#fff, #11161b); --soft: light-dark(#e4f1f8, #12303f); --accent: light-dark(#075e86, #6bbfe9) }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/20px system-ui, "Noto Sans", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px }
header p, footer p, small, thead th { color: var(--quiet) }
h1 { margin: 0; font-size: 24px; line-height: 32px; overflow-wrap: anywhere }
h2 { margin: 32px 0 8px; font-size: 18px }
h3 { margin: 20px 0 4px; font-size: 14px }
small { font-weight: 400; font-size: 12px }
header p, footer p { margin: 4px 0 }
h1, .bar, code { contain: paint }
code { display: inline-block; max-width: 100%; font: 12px/16px ui-monospace, monospace; overflow-wrap: anywhere; color: var(--quiet) }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th, td { padding: 3px 8px 3px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere }
th:first-child { width: 34% }
.n { width: 80px; text-align: right; padding-right: 16px; font-variant-numeric: tabular-nums }
.bar { display: block; padding: 0 4px; background: linear-gradient(var(--soft), var(--soft)) no-repeat left / var(--w, 0) 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.map path { fill: color-mix(in srgb, var(--accent) calc(var(--s) * 100%), var(--line)); stroke: var(--ground); stroke-width: .5 }
.map, .line { display: block; width: 100% }
.line { height: 100px; border-bottom: 1px solid var(--line) }
.line rect { fill: var(--accent) }
.ends { display: flex; justify-content: space-between; margin: 4px 0; color: var(--quiet); font-variant-numeric: tabular-nums }
section { break-inside: avoid }
summary { cursor: pointer }
summary code { display: inline }
@media print { :root { color-scheme: light } main { max-width: none; padding: 0 } }
@media (max-width: 560px) { td:last-child, thead th:last-child { display: none } }
`
