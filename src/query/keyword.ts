// Where `and`, `or` and `not` are operators: only between conditions, brackets and quoted words. Everywhere else they are words.
import type { Token } from './token.ts'

type Keyword = 'and' | 'or' | 'not'

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  and: 'and',
  AND: 'and',
  or: 'or',
  OR: 'or',
  not: 'not',
  NOT: 'not',
}

/** The tokens with those words that stand where an operator may stand turned into operators. */
export function decideKeywords(tokens: readonly Token[]): readonly Token[] {
  const opens = operandStarts(tokens)
  const decided: Token[] = []
  for (const [index, token] of tokens.entries()) {
    const keyword = keywordOf(token)
    const isOperator =
      keyword !== undefined && opens[index + 1] === true && mayFollow(keyword, decided.at(-1))
    decided.push(isOperator ? { kind: keyword, place: token.place } : token)
  }
  return decided
}

function keywordOf(token: Token): Keyword | undefined {
  return token.kind === 'word' && !token.quoted && isKeyword(token.word) ? KEYWORDS[token.word] : undefined
}

/** Whether a word may be an operator, where it stands in the right place. */
export function isKeyword(word: string): boolean {
  return Object.hasOwn(KEYWORDS, word)
}

// For every token, whether a condition, bracket, quoted word or negation begins there. From the right, so that a long chain
// of `not` is decided in one pass.
function operandStarts(tokens: readonly Token[]): readonly boolean[] {
  const opens = new Array<boolean>(tokens.length).fill(false)
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]
    if (token === undefined) continue
    if (keywordOf(token) === 'not') opens[index] = opens[index + 1] === true
    else if (token.kind === 'word') opens[index] = token.quoted
    else
      opens[index] =
        token.kind === 'field' || token.kind === 'call' || token.kind === 'open' || token.kind === 'not'
  }
  return opens
}

function mayFollow(keyword: Keyword, before: Token | undefined): boolean {
  const bareWord = before?.kind === 'word' && !before.quoted
  if (keyword === 'not') return !bareWord
  return before !== undefined && !bareWord && ['value', 'word', 'close', 'problem'].includes(before.kind)
}
