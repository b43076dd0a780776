// Makes hostile text safe to display: characters that could move a cursor, or hide or reorder text, become visible escapes.

// Controls, format characters (direction, zero width, tags), lone surrogates, line and paragraph separators.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text on one line with every control, direction and invisible character written as an escape (`\n`, `\x1b`, `\u{202e}`). */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (SHORT[character] !== undefined) return SHORT[character]
    const hex = code.toString(16)
    return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`
  })
}

// Spreadsheets read full-width signs as plain ones, and skip a line end before them.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

/** A cell that a spreadsheet cannot interpret as a formula: such a text gets one `'` in front (OWASP, "CSV injection"). */
export function guardCell(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

/** The text that was passed to `guardCell`. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
