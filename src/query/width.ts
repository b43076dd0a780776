// The number of terminal columns of a character.

const NONE = /^[\p{Mn}\p{Me}]$/u
// East Asian wide and full-width characters, and emoji that are drawn as pictures.
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\u3099-\u30ff\uff01-\uff60\uffe0-\uffe6]$/u
const HALF_WIDTH = /^[\uff61-\uffdc]$/

/** The columns of one printable character: 0, 1 or 2. */
export function columnsOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1
  if (NONE.test(character)) return 0
  return WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1
}
