// Addresses in the patterns of STIX indicators: `[ipv4-addr:value = '192.0.2.1'] OR [ipv6-addr:value ISSUBSET '2001:db8::/32']`.

const COMPARISON =
  /(?:ipv[46]-addr:value|(?:src|dst)_ref\.value|url:value)\s*(?:=|IN|ISSUBSET)\s*(\([^)]*\)|'[^']*')/g
const QUOTED = /'([^']*)'/g

/** Whether a text is a pattern that may compare addresses. */
export const isPattern = (text: string): boolean =>
  text.startsWith('[') && /-addr:value|_ref\.value|url:value/.test(text)

/** The values that a pattern demands; those it excludes (`!=`, `NOT`) are left out. */
export function patternValues(pattern: string): readonly string[] {
  return [...pattern.matchAll(COMPARISON)].flatMap(([, values = '']) =>
    [...values.matchAll(QUOTED)].map(([, value = '']) => value),
  )
}
