// Words, quoted texts and marks of configurations, with comments left out.

/** A word or text, a mark of its own, or the end of a line. */
export interface Token {
  readonly kind: 'word' | 'text' | 'mark' | 'newline'
  readonly text: string
}

const LONGEST = 65_536
const TOKEN =
  /(\n)|("[^"\n]*"|'[^'\n]*')|([{}[\](),;=])|((?:[^\s{}[\](),;="'#/]|\/(?![/*])|#(?!\s))(?:[^\s{}[\](),;="']|=(?==))*)|(#[^\n]*|\/\/[^\n]*)|([^\S\n]+|.)/g

/** The tokens of a text. A word of more characters than any address, name or path has ends it. */
export function* tokensOf(whole: string): Generator<Token> {
  for (const [, newline, quoted, mark, word] of whole.matchAll(TOKEN)) {
    if (newline !== undefined) yield { kind: 'newline', text: newline }
    else if (quoted !== undefined) yield { kind: 'text', text: quoted.slice(1, -1).slice(0, LONGEST) }
    else if (mark !== undefined) yield { kind: 'mark', text: mark }
    else if (word !== undefined) yield { kind: 'word', text: word.slice(0, LONGEST) }
  }
}
