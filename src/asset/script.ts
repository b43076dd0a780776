// The addresses of the scripts that an HTML page includes, as written in the page.

/** The most scripts of a page. */
const MOST = 200
/** The longest start tag that is parsed, and the longest address that is kept, in characters. */
const TAG_LIMIT = 4096
const ADDRESS_LIMIT = 1024

const SOURCE = /[\s"'/]src\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** The `src` of the script elements in the order of the page, without duplicates, comments and `data:` URLs. */
export function readScripts(html: string): readonly string[] {
  const found = new Set<string>()
  const mark = /<!--|<script(?=[\s/])/gi
  while (found.size < MOST) {
    const start = mark.exec(html)
    if (start === null) break
    if (start[0] === '<!--') {
      const end = html.indexOf('-->', mark.lastIndex)
      if (end < 0) break
      mark.lastIndex = end
    } else {
      const tag = tagAt(html, mark.lastIndex)
      mark.lastIndex += tag.length
      const address = addressIn(tag)
      if (address !== '') found.add(address)
    }
  }
  return [...found]
}

/** The attributes of the start tag; the `>` of a quoted value does not end it. */
function tagAt(html: string, from: number): string {
  const window = html.slice(from, from + TAG_LIMIT)
  return /^(?:"[^"]*"|'[^']*'|[^"'>])*/.exec(window)?.[0] ?? ''
}

function addressIn(attributes: string): string {
  const [, double, single, bare] = SOURCE.exec(attributes) ?? []
  const raw = (double ?? single ?? bare ?? '').trim()
  // Of all entities, only this one occurs in addresses.
  const address = raw.replace(/&(?:amp|#38|#x26);/gi, '&')
  return address.length > ADDRESS_LIMIT || /^data:/i.test(address) ? '' : address
}
