// Reads the status code and the server from a raw response header.

/** The status code in a raw HTTP header's status line, or null if there is none. */
export function readStatusCode(header: string): number | null {
  const match = /^HTTP\/\d(?:\.\d)? +(\d{3})(?!\d)/i.exec(header)
  return match === null ? null : Number(match[1])
}

/** The value of the first header line with this lower-case name, trimmed; `''` if there is none. */
export function readHeaderValue(header: string, name: string): string {
  let start = 0
  while (start < header.length) {
    let end = header.indexOf('\n', start)
    if (end < 0) end = header.length
    const colon = start + name.length
    if (header[colon] === ':' && header.slice(start, colon).toLowerCase() === name)
      return header.slice(colon + 1, end).trim()
    start = end + 1
  }
  return ''
}
