// What is sent of an icon that was pasted as text: the bytes of a `data:` address or of base64, or an MD5 as it is.

/** It; undefined for any other text. */
export function readPastedIcon(text: string): Blob | undefined {
  if (/^\s*[0-9a-f]{32}\s*$/i.test(text)) return new Blob([text.trim()])
  const base64 = text
    .trim()
    .replace(/^data:[^,]*;base64,/i, '')
    .replaceAll(/\s/g, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new Blob([bytes])
}
