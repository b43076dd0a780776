import { parse } from 'node:querystring'

/** Parameters by name; of a name given several times the first value counts. Has no prototype. */
export type Parameters = Readonly<Record<string, string>>

/** Names beyond this number are ignored, so that a body of a million names costs nothing. */
const MOST_NAMES = 1000

/**
 * Reads a query string or an urlencoded body: `+` is a blank, a `%` that introduces no byte stays as it is, and bytes that
 * are not valid UTF-8 become U+FFFD. Never fails.
 */
export function readParameters(text: string): Parameters {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: MOST_NAMES }))) {
    parameters[name] = (Array.isArray(value) ? value[0] : value) ?? ''
  }
  return parameters
}
