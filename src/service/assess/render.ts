// An assessment as one HTML file, on the page of reports.
import { textAsHtml } from '../../util/index.ts'
import { madeAt, number, renderPage } from '../report/index.ts'
import type { ExposedKind } from './exposed.ts'
import { ASSESS_TEXTS } from './texts.ts'
import type { Assessment, CountedQuery, Example, FoundProduct, FoundVulnerability } from './types.ts'

type Words = (typeof ASSESS_TEXTS)['en']

/** The assessment as a text of HTML. */
export function renderAssessment(data: Assessment): string {
  const words = ASSESS_TEXTS[data.language]
  const { name, size, products, refused } = data.library
  const run = products.reduce((sum, { queries }) => sum + queries.length, 0)
  return renderPage({
    ...{ language: data.language, heading: words.heading, title: name, footer: words.footer },
    lead: [
      words.ran(number(products.length), number(run), number(size - run)),
      `${words.made} ${madeAt(data.made)} · ${data.full ? words.allTime : words.lastYear}. ${words.passive}`,
    ],
    parts: [
      exposedOf(data.exposed, words),
      exploitedOf(data.exploited, words),
      productsOf(data.found, words),
      refusedOf(refused, words),
    ],
  })
}

function exposedOf(exposed: readonly CountedQuery[], words: Words): string {
  const rows = exposed.map(({ name, query, records, addresses }) =>
    row(words.kind[name as ExposedKind], [records, addresses], query),
  )
  return `<h2>${words.exposed}</h2>\n${table(['', words.records, words.addresses, words.query], rows)}`
}

function exploitedOf(found: readonly FoundVulnerability[], words: Words): string {
  const heading = `<h2>${words.exploited}</h2>\n<p>${words.exploitedNote}</p>`
  if (found.length === 0) return `${heading}\n<p>${words.noneExploited}</p>`
  const rows = found.flatMap(({ cve, confirmed, inRange }) =>
    [
      { verdict: words.confirmed, ...confirmed },
      { verdict: words.inRange, ...inRange },
    ]
      .filter(({ records }) => records > 0)
      .map(({ verdict, records, addresses, query }) =>
        row(`${cve}: ${verdict}`, [records, addresses], query),
      ),
  )
  return `${heading}\n${table(['CVE', words.records, words.addresses, words.query], rows)}`
}

function productsOf(found: readonly FoundProduct[], words: Words): string {
  const heading = `<h2>${words.products} <small>${number(found.length)}</small></h2>`
  if (found.length === 0) return `${heading}\n<p>${words.noProducts}</p>`
  return [heading, ...found.map((one) => productOf(one, words))].join('\n')
}

function productOf(found: FoundProduct, words: Words): string {
  const { name, vendor, records, addresses, firstSeen, queries, examples } = found
  const by = vendor === '' || vendor === name ? '' : ` <small>${textAsHtml(vendor)}</small>`
  const figures = `${number(records)} ${words.records} · ${number(addresses)} ${words.addresses} · ${words.firstSeen} ${textAsHtml(firstSeen)}`
  const rows = queries.map((one) => row(`${one.platform}: ${one.original}`, [one.records], one.query))
  return `<section><h3>${textAsHtml(name)}${by}</h3>
<p>${figures}<br><code>${textAsHtml(found.query)}</code></p>
${table([words.published, words.records, words.query], rows)}
${table(['', words.firstSeen, words.matched], examples.map(exampleOf))}</section>`
}

function exampleOf({ host, firstSeen, field, text }: Example): string {
  const where = field === '' ? '' : `<small>${textAsHtml(field)}</small> `
  return `<tr><th scope="row">${textAsHtml(host)}</th><td class="n">${textAsHtml(firstSeen)}</td><td>${where}${textAsHtml(text)}</td></tr>`
}

function refusedOf(refused: Assessment['library']['refused'], words: Words): string {
  const rows = refused.map(
    ({ product, platform, original, reason }) =>
      `<tr><th scope="row">${textAsHtml(product)}</th><td>${textAsHtml(platform)}: <code>${textAsHtml(original)}</code></td><td>${textAsHtml(reason)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  const summary = `<summary>${words.refused}: ${number(rows.length)}</summary>`
  return `<details>${summary}${table([words.product, words.query, words.reason], rows)}</details>`
}

function row(name: string, figures: readonly number[], query: string): string {
  const cells = figures.map((figure) => `<td class="n">${number(figure)}</td>`).join('')
  return `<tr><th scope="row">${textAsHtml(name)}</th>${cells}<td><code>${textAsHtml(query)}</code></td></tr>`
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}
