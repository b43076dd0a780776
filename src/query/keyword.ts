// Decides where `and`, `or` and `not` are operators: only between conditions, brackets and quoted words. Elsewhere they are words.
import { mixedCase } from './mistake.ts'
import type { Token } from './token.ts'

type Keyword = 'and' | 'or' | 'not'

const KEYWORDS: Readonly<Record<string, Keyword>> = { and: 'and', or: 'or', not: 'not' }

/** The tokens, with keywords in operator position turned into operators. */
export function decideKeywords(tokens: readonly Token[]): readonly Token[] {
  const opens = operandStarts(tokens)
  const decided: Token[] = []
  for (const [index, token] of tokens.entries()) {
    const keyword = keywordOf(token)
    const isOperator =
      keyword !== undefined && opens[index + 1] === true && mayFollow(keyword, decided.at(-1))
    decided.push(isOperator ? operatorToken(token, keyword) : token)
  }
  return decided
}

// `And` between conditions is meant as an operator; as a word it would silently search for that text.
function operatorToken(token: Token, keyword: Keyword): Token {
  const { span } = token
  if (token.kind !== 'word' || isKeyword(token.word)) return { kind: keyword, span }
  return { kind: 'problem', problem: mixedCase(token.word, keyword, span), span }
}

function keywordOf(token: Token): Keyword | undefined {
  if (token.kind !== 'word' || token.quoted) return undefined
  const lower = token.word.toLowerCase()
  return Object.hasOwn(KEYWORDS, lower) ? KEYWORDS[lower] : undefined
}

/** Whether a word can be an operator in the right position. */
export function isKeyword(word: string): boolean {
  return (
    Object.hasOwn(KEYWORDS, word.toLowerCase()) && [word.toLowerCase(), word.toUpperCase()].includes(word)
  )
}

// For every token, whether a condition, bracket, quoted word or negation starts there. Scans from the right, so that a long chain of
// `not` takes one pass.
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
