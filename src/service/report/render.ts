// A report as one HTML file: no script, nothing loaded from elsewhere, readable on paper.
import { HEIGHT, OUTLINES, WIDTH } from '../../map/index.ts'
import { textAsHtml } from '../../util/index.ts'
import { madeAt, number, renderPage } from './page.ts'
import { REPORT_TEXTS } from './texts.ts'
import type { ReportData, ReportFigure, ReportLanguage, ReportList } from './types.ts'

/** The report as a text of HTML. */
export function renderReport(data: ReportData): string {
  const words = REPORT_TEXTS[data.language]
  const total = data.figures[0]?.records ?? 0
  const title = data.title === '' ? data.query : data.title
  const parts = total === 0 ? [`<p>${words.none}</p>`] : partsOf(data, total)
  return renderPage({
    ...{ language: data.language, heading: words.heading, title, footer: words.footer },
    lead: [
      `<code>${textAsHtml(data.query)}</code>`,
      `${words.made} ${madeAt(data.made)} · ${data.full ? words.allTime : words.lastYear}`,
    ],
    parts,
  })
}

function partsOf(data: ReportData, total: number): readonly string[] {
  const { language, lists, figures, timeline } = data
  const countries = lists.find(({ field }) => field === 'country')
  return [
    figuresOf(figures, language),
    ...(countries === undefined ? [] : [mapOf(countries, language)]),
    lineOf(timeline.buckets, language),
    `<h2>${REPORT_TEXTS[language].top}</h2>`,
    ...lists.map((list) => listOf(list, total, language)),
  ]
}

function figuresOf(figures: readonly ReportFigure[], language: ReportLanguage): string {
  const words = REPORT_TEXTS[language]
  const rows = figures.map(
    ({ name, records, addresses, query }) =>
      `<tr><th scope="row">${words.figure[name]}</th><td class="n">${number(records)}</td><td class="n">${number(addresses)}</td><td><code>${textAsHtml(query)}</code></td></tr>`,
  )
  const heads = `<th scope="col"></th><th scope="col" class="n">${words.records}</th><th scope="col" class="n">${words.addresses}</th><th scope="col">${words.query}</th>`
  return `<h2>${words.figures}</h2>\n<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function mapOf({ values }: ReportList, language: ReportLanguage): string {
  const counts = new Map(values.map(({ value, count }) => [value, count]))
  const most = Math.log1p(Math.max(1, ...counts.values()))
  const paths = OUTLINES.map(({ code, path }) => {
    const count = counts.get(code) ?? 0
    const strength = count === 0 ? 0 : 0.25 + (0.75 * Math.log1p(count)) / most
    const tip =
      count === 0 ? '' : `<title>${textAsHtml(countryOf(code, code, language))}: ${number(count)}</title>`
    return `<path d="${path}" style="--s:${strength.toFixed(2)}">${tip}</path>`
  })
  const words = REPORT_TEXTS[language]
  const label = words.map
  const rows = values.map(
    ({ value, label: stated, count }) => [countryOf(value, stated, language), count] as const,
  )
  return `<h2>${label}</h2>\n<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${paths.join('')}</svg>\n${tableOf(words.field['country'] ?? 'country', rows, language)}`
}

/** One figure of a picture. */
type Figure = readonly [text: string, count: number]

type Buckets = ReportData['timeline']['buckets']

function lineOf(buckets: Buckets, language: ReportLanguage): string {
  if (buckets.length === 0) return ''
  const label = REPORT_TEXTS[language].lastSeen
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  const bars = buckets.map(({ from, to, count }, index) => {
    const height = count === 0 ? 0 : Math.max(1, (96 * count) / most)
    const x = (index * 800) / buckets.length
    const width = Math.max(1, 800 / buckets.length - 1)
    return `<rect x="${x.toFixed(1)}" y="${(100 - height).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"><title>${from.slice(0, 16)} – ${to.slice(0, 16)}: ${number(count)}</title></rect>`
  })
  const rows = buckets
    .filter(({ count }) => count > 0)
    .map(({ from, count }) => [from.slice(0, 16).replace('T', ' '), count] as const)
  const ends = `<p class="ends"><span>${(buckets[0]?.from ?? '').slice(0, 10)}</span><span>${(buckets.at(-1)?.to ?? '').slice(0, 10)}</span></p>`
  return `<h2>${label}</h2>\n<svg class="line" viewBox="0 0 800 100" preserveAspectRatio="none" role="img" aria-label="${label}">${bars.join('')}</svg>\n${ends}\n${tableOf(REPORT_TEXTS[language].from, rows, language)}`
}

/** The figures of a picture for those who cannot see it, folded. */
function tableOf(head: string, rows: readonly Figure[], language: ReportLanguage): string {
  const words = REPORT_TEXTS[language]
  const lines = rows.map(
    ([text, count]) => `<tr><th scope="row">${shortened(text)}</th><td class="n">${number(count)}</td></tr>`,
  )
  const heads = `<th scope="col">${head}</th><th scope="col" class="n">${words.records}</th>`
  return `<details><summary>${words.asTable}</summary><table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table></details>`
}

/** Rows of a list on paper; the map has all countries. */
const TOP = 10

function listOf({ field, distinct, values }: ReportList, total: number, language: ReportLanguage): string {
  const words = REPORT_TEXTS[language]
  const most = Math.max(1, ...values.map(({ count }) => count))
  const rows = values.slice(0, TOP).map(({ value, label, count, query }) => {
    const text = field === 'country' ? countryOf(value, label, language) : label === '' ? value : label
    return `<tr><th scope="row"><span class="bar" style="--w:${((100 * count) / most).toFixed(1)}%">${shortened(text)}</span></th><td class="n">${number(count)}</td><td class="n">${((100 * count) / total).toFixed(1)}%</td><td>${queryOf(query)}</td></tr>`
  })
  const heads = `<th scope="col">${words.value}</th><th scope="col" class="n">${words.records}</th><th scope="col" class="n">${words.share}</th><th scope="col">${words.query}</th>`
  return `<section><h3>${words.field[field] ?? field} <small>${number(distinct)} ${words.distinct(distinct)}</small></h3>\n<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

/** The values of records are strangers': more characters than these would fill the page. */
const LONGEST = 160

/** The start of a text, as HTML. */
function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= LONGEST) return textAsHtml(text)
  return `${textAsHtml(characters.slice(0, LONGEST).join(''))}…`
}

/** The query of a value: whole, as somebody may copy it, and folded where it is long. */
function queryOf(query: string): string {
  const code = `<code>${textAsHtml(query)}</code>`
  return [...query].length <= 2 * LONGEST
    ? code
    : `<details><summary><code>${shortened(query)}</code></summary>${code}</details>`
}

function countryOf(code: string, stated: string, language: ReportLanguage): string {
  if (!/^[A-Z]{2}$/.test(code)) return stated === '' ? code : stated
  const names = new Intl.DisplayNames(language === 'zh' ? 'zh-Hans' : 'en', {
    type: 'region',
    fallback: 'none',
  })
  return names.of(code) ?? (stated === '' ? code : stated)
}
