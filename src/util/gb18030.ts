// Recognises text in GB18030 (GBK, GB2312), which spreadsheets in Chinese save CSV as.

/** Fewest characters of two bytes to be sure. */
const FEWEST = 2
/** Share of characters that must be in the rows of GB 2312, which hold what people write. */
const USUAL = 0.9
/** Share of kana among them above which a text is Japanese. */
const MOST_KANA = 0.2
/** Share of characters behind the rows that Korean uses for its syllables; Chinese text has about a half there. */
const BEHIND_SYLLABLES = 0.1

/**
 * Whether bytes that are not UTF-8 are text in GB18030. Latin encodings have letters of one byte between ASCII letters; Japanese and
 * Korean ones use the same bytes for other rows. `whole`: whether the bytes end with a character.
 */
export function isGb18030(bytes: Uint8Array, whole: boolean): boolean {
  if (decodes('utf-8', bytes, whole) || !decodes('gb18030', bytes, whole)) return false
  const counts = { all: 0, usual: 0, kana: 0, behind: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x20 && lead !== 9 && lead !== 10 && lead !== 13) return false
    if (lead < 0x80) continue
    const trail = bytes[++at]
    if (trail === undefined) break
    counts.all++
    if (trail >= 0xa1 && lead >= 0xa1 && lead <= 0xf7) counts.usual++
    if (lead === 0xa4 || lead === 0xa5) counts.kana++
    if (lead > 0xc8) counts.behind++
    // Four bytes stand for a rare character.
    if (trail <= 0x39) at += 2
  }
  const { all, usual, kana, behind } = counts
  return all >= FEWEST && usual >= all * USUAL && kana <= all * MOST_KANA && behind >= all * BEHIND_SYLLABLES
}

function decodes(encoding: string, bytes: Uint8Array, whole: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}
