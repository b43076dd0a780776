// The version and the model of a product, from the position in a text that its rule names.
import { type Budget, matchExpression } from './atom.ts'
import type { Capture } from './rule.ts'
import type { RecordTexts } from './texts.ts'

const MOST_LENGTH = 40
const MOST_PLACES = 20
const FIRST = /[0-9]/
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+~_-]*$/
const NAME = /^[0-9A-Za-z][0-9A-Za-z.+_!, /()-]*$/

/** The version that the first capture with a result finds. */
export function versionOf(
  captures: readonly Capture[],
  texts: RecordTexts,
  budget: Budget,
): string | undefined {
  for (const capture of captures) {
    const version =
      capture.kind === 'literal'
        ? literalVersion(capture, texts)
        : expressionText(capture, VERSION, texts, budget)
    if (version !== undefined) return trimmed(version)
  }
  return undefined
}

/** The model that the first expression with a result finds, with single spaces. */
export function modelOf(
  captures: readonly Capture[],
  texts: RecordTexts,
  budget: Budget,
): string | undefined {
  for (const capture of captures) {
    const model =
      capture.kind === 'literal'
        ? literalVersion(capture, texts)
        : expressionText(capture, NAME, texts, budget)
    if (model !== undefined) return model.trim().replaceAll(/ {2,40}/g, ' ')
  }
  return undefined
}

function literalVersion(
  { column, before, after }: Extract<Capture, { kind: 'literal' }>,
  texts: RecordTexts,
): string | undefined {
  const lower = texts.lower(column)
  let at = lower.indexOf(before)
  for (let places = 0; at !== -1 && places < MOST_PLACES; places++) {
    const start = at + before.length
    const end = endOfVersion(lower, start)
    if (end > start && lower.startsWith(after, end)) {
      // A letter such as `İ` is longer in lower case; then positions differ.
      const plain = texts.plain(column)
      return trimmed((plain.length === lower.length ? plain : lower).slice(start, end))
    }
    at = lower.indexOf(before, start)
  }
  return undefined
}

/** Where the version that starts here ends: it starts with a digit, or with a `v` before one. */
function endOfVersion(text: string, start: number): number {
  const isVersion =
    FIRST.test(text.charAt(start)) || (text[start] === 'v' && FIRST.test(text.charAt(start + 1)))
  if (!isVersion) return start
  let end = start
  while (end - start < MOST_LENGTH && /[0-9a-z._+~-]/.test(text.charAt(end))) end++
  return end
}

/** Without the `v` before the number and without the full stop of a sentence. */
function trimmed(text: string): string {
  return text.replace(/^[vV]/, '').replace(/[.+~_-]{1,40}$/, '')
}

function expressionText(
  { column, expression }: Extract<Capture, { kind: 'expression' }>,
  allowed: RegExp,
  texts: RecordTexts,
  budget: Budget,
): string | undefined {
  const match = matchExpression(expression, texts.plain(column), budget)
  const found = typeof match === 'object' ? match[1] : undefined
  return found !== undefined && found.length <= MOST_LENGTH && allowed.test(found) ? found : undefined
}
