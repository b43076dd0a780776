// Hostile text made harmless to look at: what could move a cursor, hide or reorder text becomes a visible escape.

// C0 and C1 controls, soft hyphen, bidirectional controls, zero-width characters, line and paragraph separators, tags, BOM.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text on one line with every control, direction and invisible character written as an escape (`\n`, `\x1b`, `\u202e`). */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (SHORT[character] !== undefined) return SHORT[character]
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

const FORMULA = /^'*[=+\-@\t\r]/
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

/** A cell that a spreadsheet cannot take for a formula: such a text gets one `'` in front (OWASP, "CSV injection"). */
export function guardCell(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

/** The text that `guardCell` was given. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
