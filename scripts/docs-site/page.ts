// Makes a page of the site from a file of the repository.
import { posix } from 'node:path'
import { type Link, proseOf, replaceLinks } from './markdown.ts'
import { PAGES, type Page } from './navigation.ts'

/** The folder of pictures that pages show. */
export const IMAGES = 'docs/images/'

/** Languages of code blocks that only our tests know. */
const OWN_LANGUAGES = /^```(?:query|mistake)$/gm

/** The page with its links as the site needs them, and without comments. */
export function sitePage(page: Page, text: string): string {
  // The generator takes doubled braces for a template.
  if (proseOf(text).includes('{{')) throw new Error(`${page.file}: \`{{\` outside code`)
  const visible = text.replaceAll(/^<!--[\s\S]*?-->\n/gm, '').replaceAll(OWN_LANGUAGES, '```txt')
  return `---\ntitle: ${JSON.stringify(page.title)}\n---\n\n${replaceLinks(visible, (link, whole) => siteLink(page, link, whole))}`
}

function siteLink(page: Page, { text, target }: Link, whole: string): string {
  if (/^(?:[a-z]+:|#)/.test(target)) return whole
  const [path = '', anchor] = target.split('#')
  const file = posix.join(posix.dirname(page.file), path).replace(/\/$/, '')
  if (file.startsWith(IMAGES)) return `[${text}](./images/${file.slice(IMAGES.length)})`
  const linked = PAGES.get(file)
  if (linked === undefined) return text.includes(file) ? `\`${file}\`` : `${text} (\`${file}\`)`
  return `[${titled(text, linked)}](./${linked.name}.md${anchor === undefined ? '' : `#${anchor}`})`
}

/** A link that shows the name of a file shows the title of the page on the site. */
function titled(text: string, page: Page): string {
  return /^[\w./-]+\.md$|^[\w-]+\/$/.test(text) ? page.title : text
}
