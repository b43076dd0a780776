// What a raw response header says: the status code and the server.

/** The status code of a raw HTTP header's status line, or null where there is none. */
export function readStatusCode(header: string): number | null {
  const match = /^HTTP\/\d(?:\.\d)? +(\d{3})(?!\d)/i.exec(header)
  return match === null ? null : Number(match[1])
}

/** The value of the first header line of this lower-case name, outer blanks removed; `''` where there is none. */
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
