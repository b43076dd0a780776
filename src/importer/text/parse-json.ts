// JSON as tools write it, which is sometimes a little less than JSON.
import type { Json } from './json.ts'

/** Parses one JSON text; raw control characters within texts, which JSON forbids, are taken as they are. */
export function parseJson(text: string): { readonly value: Json } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    if (/[\x00-\x08\x0b\x0c\x0e-\x1f\t]/.test(text)) {
      try {
        return { value: JSON.parse(escapeRawControls(text)) as Json }
      } catch {
        // The first message speaks of the text as it is.
      }
    }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function escapeRawControls(text: string): string {
  return text.replace(/[\x00-\x1f]/g, escaped)
}

/** A control character as JSON writes it within texts; line ends stay. */
export function escaped(character: string): string {
  if (character === '\n' || character === '\r') return character
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
