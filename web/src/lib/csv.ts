// Tables as files for spreadsheets.

/** CSV with a byte order mark; no cell starts a formula. */
export function printCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

// As `guardCell` of `src/util`, which would be in the script of every page. Spreadsheets run what starts like a formula.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
