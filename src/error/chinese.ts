// Sentences for callers in Chinese. The English ones are the contract of `/api/v1`; only the page shows these.
import { EXPECTED, FOUND, type Phrase, SENTENCES, WORDS } from './chinese-phrases.ts'

/** Codes that programs read, which are not translated. */
const CODE =
  /^(?:\[-?\d+\] (?:Params Error: |Query Syntax Incorrect: )?|\d{3} [A-Z][A-Za-z]+(?: [A-Z][a-z]+){0,3}: )/

/** The sentence of a failure in Chinese, its code unchanged; the sentence itself if it has no translation. */
export function inChinese(message: string): string {
  const code = CODE.exec(message)?.[0] ?? ''
  const sentence = message.slice(code.length)
  return code + (syntaxInChinese(sentence) ?? phraseFor(sentence, SENTENCES) ?? sentence)
}

// `at column 5: FOUND; expected EXPECTED; did you mean WHAT?`. The user's own text is in backticks before these words.
function syntaxInChinese(sentence: string): string | undefined {
  const [at, line, column = ''] = /^at (?:line (\d+), )?column (\d+): /.exec(sentence) ?? []
  const rest = sentence.slice(at?.length ?? 0)
  const end = rest.lastIndexOf('; expected ')
  if (at === undefined || end < 0) return undefined
  const tail = rest.slice(end + '; expected '.length)
  const hint = tail.lastIndexOf('; did you mean ')
  const [expected, meant] = hint < 0 ? [tail, ''] : [tail.slice(0, hint), tail.slice(hint + 15, -1)]
  const found = rest.slice(0, end)
  const position = `${line === undefined ? '' : `第 ${line} 行，`}第 ${column} 列`
  const offer = meant === '' ? '' : `；您是否想写 ${meant}？`
  return `${position}：${phraseFor(found, FOUND) ?? found}；应为：${phraseFor(expected, EXPECTED) ?? expected}${offer}`
}

/** The Chinese form of a text by the first phrase that it is an instance of. */
export function phraseFor(text: string, phrases: readonly Phrase[]): string | undefined {
  for (const [english, chinese] of phrases) {
    const pieces = piecesOf(text, english.split('{}'))
    if (pieces !== undefined) return filled(chinese, pieces)
  }
  return undefined
}

/** The pieces of a text between the parts of a phrase, found from left to right. */
function piecesOf(text: string, [head = '', ...parts]: readonly string[]): readonly string[] | undefined {
  if (parts.length === 0) return text === head ? [] : undefined
  if (!text.startsWith(head)) return undefined
  const pieces: string[] = []
  let at = head.length
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const next = isLast ? text.length - part.length : text.indexOf(part, at + 1)
    if (next < at || !text.startsWith(part, next)) return undefined
    pieces.push(text.slice(at, next))
    at = next + part.length
  }
  return pieces
}

function filled(chinese: string, pieces: readonly string[]): string {
  let next = 0
  return chinese.replace(/\{(\d?)\}/g, (_, place: string) => {
    const piece = pieces[place === '' ? next++ : Number(place) - 1] ?? ''
    return Object.hasOwn(WORDS, piece) ? (WORDS[piece] ?? piece) : piece
  })
}
