import { Parser } from 'htmlparser2'

/** A title as people read it: tools that cut it out of a page often leave the entities of HTML in it. */
export function readableTitle(title: string): string {
  if (!title.includes('&')) return title
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true })
  // Within `textarea`, as within `title`, tags are text.
  parser.write(`<textarea>${title.replaceAll('</', '&lt;/')}</textarea>`)
  parser.end()
  return text
}
