// Markup from templates in which every value is escaped unless it is markup itself.

/** A piece of markup. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a template may hold. */
export type Part = string | number | Html | readonly Html[]

/** Markup from a template; texts are escaped, markup and lists of it are not. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(print)))
}

function print(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escapeHtml(String(part))
}

/** A sentence in which what stands between grave accents is code. */
export function prose(text: string): Html {
  const parts = text.split('`')
  // An accent without a partner is one: nothing is code then.
  if (parts.length % 2 === 0) return html`${text}`
  return new Html(
    parts.map((part, at) => (at % 2 === 0 ? escapeHtml(part) : html`<code>${part}</code>`.text)).join(''),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
