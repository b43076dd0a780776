// The title of an HTML page, as a browser would show it: the first `title` element outside scripts, comments and pictures.
import { Parser } from 'htmlparser2'

// Pages without a title in this first part have none; a page of many megabytes costs no more than this.
const SCAN_LIMIT = 1 << 20
const TITLE_LIMIT = 1 << 16

/** The title: entities decoded, runs of white space as one blank, trimmed; `''` if there is none. */
export function readTitle(html: string): string {
  const raw = findTitle(html)
  if (raw === undefined) return ''
  const text = raw.includes('&') ? decodeEntities(raw) : raw
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '')
}

/** Whether a body with this Content-Type (`''` = not said) may be a page. */
export function mayBeHtml(contentType: string): boolean {
  return contentType === '' || /html/i.test(contentType)
}

// Elements whose content is text (`<` has no meaning inside) or whose `title` names a picture.
const SKIPPED = ['script', 'style', 'svg', 'textarea', 'template']

function findTitle(html: string): string | undefined {
  const end = Math.min(html.length, SCAN_LIMIT)
  let at = html.indexOf('<')
  while (at >= 0 && at < end) {
    const next = at + 1
    if (html.startsWith('!--', next)) {
      const close = html.indexOf('-->', next + 3)
      if (close < 0) return undefined
      at = close
    } else if (startsTag(html, next, 'title')) return titleText(html, next)
    else {
      const skipped = SKIPPED.find((name) => startsTag(html, next, name))
      if (skipped !== undefined) at = skipElement(html, next, skipped)
      if (at < 0) return undefined
    }
    at = html.indexOf('<', Math.max(at, next))
  }
  return undefined
}

function startsTag(html: string, at: number, name: string): boolean {
  const first = html.charCodeAt(at) | 0x20
  if (first !== name.charCodeAt(0)) return false
  const after = html.charCodeAt(at + name.length)
  // A tag's name ends at a blank, `/`, `>` or the end of the text.
  if (!(after <= 0x20 || after === 0x2f || after === 0x3e || Number.isNaN(after))) return false
  return html.slice(at, at + name.length).toLowerCase() === name
}

function titleText(html: string, tag: number): string | undefined {
  const open = html.indexOf('>', tag)
  if (open < 0 || html[open - 1] === '/') return undefined
  const window = html.slice(open + 1, open + 1 + TITLE_LIMIT)
  const close = /<\/title/i.exec(window)
  if (close !== null) return window.slice(0, close.index)
  // Not closed: the title ends before the next tag.
  return window.split('<', 1)[0]
}

function skipElement(html: string, tag: number, name: string): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = tag
  return close.exec(html)?.index ?? -1
}

function decodeEntities(text: string): string {
  let decoded = ''
  const parser = new Parser({ ontext: (part) => (decoded += part) }, { decodeEntities: true })
  // Inside `title` the parser reads tags as text, as browsers do.
  parser.write(`<title>${text}</title>`)
  parser.end()
  return decoded
}
