// The bytes of an icon that was pasted as text: a `data:` address or base64.

/** Those bytes; undefined for any other text. */
export function readPastedIcon(text: string): Blob | undefined {
  const base64 = text
    .trim()
    .replace(/^data:[^,]*;base64,/i, '')
    .replaceAll(/\s/g, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new Blob([bytes])
}
