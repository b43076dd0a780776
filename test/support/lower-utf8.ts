/**
 * The text as the engine's `lowerUTF8` writes it: full Unicode mappings without a locale, `Σ` at the end of a word as `ς`
 * and `İ` as two characters. ClickHouse 26.7 and JavaScript do the same for every code point (Unicode 17) and for every
 * neighbourhood of `Σ`; `test/integration/lower-utf8.test.ts` compares them.
 */
export function lowerUtf8(text: string): string {
  return text.toLowerCase()
}
