// What the documentation site and the test of links read in a page of Markdown: its links, and the anchors of its headings.

/** A link or picture outside code. */
export interface Link {
  readonly text: string
  readonly target: string
  readonly line: number
}

const LINK = /\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/g
/** Fenced blocks and code within a line: what looks like Markdown there is none. */
const CODE = /^(?<fence>```+)[^\n]*\n[\s\S]*?^\k<fence>[ \t]*$|(?<ticks>`+)(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/gm

/** The anchor that GitHub and the site give to a heading. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}

/** The anchors of a page in their order; a repeated heading gets a number. */
export function anchorsOf(page: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...withoutFences(page).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(([, text = '']) => {
    const slug = slugOf(text.replaceAll(LINK, '$1').replaceAll(/[`*]/g, ''))
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  })
}

/** The links of a page; those within code are examples. */
export function linksOf(page: string): readonly Link[] {
  const links: Link[] = []
  replaceLinks(page, (link) => {
    links.push(link)
    return ''
  })
  return links
}

/** A page in which each link is replaced by what `replace` makes of it; code stays as it is. */
export function replaceLinks(page: string, replace: (link: Link, whole: string) => string): string {
  const code = codeRanges(page)
  return page.replaceAll(LINK, (whole: string, text: string, target: string, at: number) => {
    if (code.some(([start, end]) => at > start && at < end)) return whole
    return replace({ text, target, line: page.slice(0, at).split('\n').length }, whole)
  })
}

/** The text of a page outside code. */
export function proseOf(page: string): string {
  return page.replaceAll(CODE, '')
}

function withoutFences(page: string): string {
  return page.replaceAll(/^(```+)[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, '')
}

function codeRanges(page: string): readonly (readonly [number, number])[] {
  return [...page.matchAll(CODE)].map((match) => [match.index, match.index + match[0].length])
}
