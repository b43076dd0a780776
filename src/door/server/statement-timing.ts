// With `log.level` at debug or below, `Server-Timing` also shows the statements of a call, in the order in which they ended.
import type { StatementSpan } from '../../store/index.ts'

/** Characters of a statement that are shown, and statements. */
const SHOWN = 100
const MOST = 20

/** The metrics of statements, each preceded by a comma. */
export function statementTiming(spans: readonly StatementSpan[]): string {
  return spans
    .slice(0, MOST)
    .map(({ text, milliseconds }, index) => {
      const shown = text
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/[^ -~]|["\\]/g, '')
        .slice(0, SHOWN)
      return `, s${index + 1};dur=${milliseconds.toFixed(1)};desc="${shown}"`
    })
    .join('')
}
