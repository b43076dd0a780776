// Texts of strangers in HTML that the program writes.
import { visible } from './visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML content or as the value of an attribute: what hides or reorders it is shown. */
export function textAsHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
