// Output of `periplus diff --html`: one file without scripts and without anything from elsewhere. What scans say is text in it.
import { bracketed } from '../../asset/index.ts'
import type { ScanDiff, ServiceName } from '../../service/diff/index.ts'
import { textAsHtml } from '../../util/index.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { width: 100%; border-collapse: collapse }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8886; overflow-wrap: anywhere }
td:first-child { font-family: ui-monospace, monospace }
del { color: light-dark(#a40000, #ff9a94) } ins { color: light-dark(#005f00, #84d98b); text-decoration: none }
`

/** The older and the newer scan as the user named them. */
type ScanNames = readonly [older: string, newer: string]

/** A difference as a web page. */
export function scanDiffPage(diff: ScanDiff, [older, newer]: ScanNames): string {
  const { both, added, changed, closed, notSeen } = diff
  const sections = [
    section('New', ['Service', 'Protocol', 'What it shows'], added, ({ values }) => [
      textAsHtml(values.protocol ?? ''),
      textAsHtml(values.title ?? values.server ?? values.product ?? ''),
    ]),
    section('Changed', ['Service', 'Change'], changed, ({ changes }) => [
      changes
        .map(
          ({ column, from, to }) =>
            `${textAsHtml(column)}: <del>${textAsHtml(from)}</del> → <ins>${textAsHtml(to)}</ins>`,
        )
        .join('<br>'),
    ]),
    section('Closed', ['Service', 'State'], closed, ({ state }) => [textAsHtml(state)]),
    section('Not seen', ['Service'], notSeen, () => []),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Changes from ${textAsHtml(older)} to ${textAsHtml(newer)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Changes from ${textAsHtml(older)} to ${textAsHtml(newer)}</h1>
<p>${both} in both scans, ${changed.length} of them changed; ${added.length} new, ${closed.length} closed, ${notSeen.length} not seen (the newer scan does not say that it looked there).</p>
${sections.join('')}</body>
</html>
`
}

function section<Row extends ServiceName>(
  title: string,
  heads: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): string {
  if (rows.length === 0) return ''
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('')
  const lines = rows.map((row) => `<tr><td>${[nameOf(row), ...cellsOf(row)].join('</td><td>')}</td></tr>\n`)
  return `<h2>${title} (${rows.length})</h2>
<table>
<thead><tr>${head}</tr></thead>
<tbody>
${lines.join('')}</tbody>
</table>
`
}

function nameOf({ host, port, transport }: ServiceName): string {
  return textAsHtml(`${bracketed(host)}:${port}/${transport}`)
}
