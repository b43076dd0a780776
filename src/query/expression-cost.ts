// Estimates the size of a regular expression as a program from its text, before anything compiles it.

// Instructions of a byte-wise RE2 program, rounded up: a letter with its other cases, `.` or a negated set, a Unicode class.
import { matchAt } from '../util/index.ts'
const LETTER = 8
const ANY = 12
const CLASS = 900

/** The weights of letters, negated sets and classes. */
interface Weights {
  readonly letter: number
  readonly any: number
  readonly class: number
  /** A member of a set. */
  readonly member: number
  readonly group: number
  readonly alternative: number
  readonly quantifier: number
  /** Each time of a repetition. */
  readonly time: number
  /** A letter in a piece that is repeated or optional. */
  readonly repeatedLetter: number
}

const SIZE: Weights = {
  ...{ letter: LETTER, any: ANY, class: CLASS, member: LETTER },
  ...{ group: 2, alternative: LETTER, quantifier: LETTER, time: 1, repeatedLetter: LETTER },
}

/** In a row of letters, a match is at one of them at a time. */
const WIDTH: Weights = {
  ...{ letter: 1 / 32, any: 1, class: 1, member: 0 },
  ...{ group: 0, alternative: 1 / 4, quantifier: 0, time: 0, repeatedLetter: 1 },
}

interface Group {
  total: number
  /** The cost of the piece that a repetition would repeat. */
  last: number
  /** The letters of that piece, and of the whole. */
  lastLetters: number
  letters: number
}

interface Piece {
  readonly end: number
  readonly cost: number
}

const REPEAT = /\{(\d{1,8})(,(\d{0,8}))?\}/y
const NAMED_CLASS = /\[:\^?\w{1,12}:\]/y
const ESCAPE = /\\(?:x\{[^}]{0,12}\}|x..|[0-7]{1,3}|[pP]\{[^}]{0,80}\}|[pP].|.)/suy

/** An upper estimate of the instructions that an expression compiles to. Accepts any text; takes time linear in its length. */
export function expressionCost(expression: string): number {
  return weigh(expression, SIZE)
}

/** An estimate of the states that an expression can be in at the same time: the cost per character of a text. */
export function expressionWidth(expression: string): number {
  return weigh(expression, WIDTH)
}

const NOTHING: Readonly<Group> = { total: 0, last: 0, lastLetters: 0, letters: 0 }

function weigh(expression: string, weights: Weights): number {
  const open: Group[] = []
  let group: Group = { ...NOTHING }
  for (let at = 0; at < expression.length; ) {
    const character = expression.charAt(at)
    const repeat = character === '{' ? matchAt(REPEAT, expression, at) : null
    if (repeat !== null) {
      promote(group, weights)
      multiply(group, timesOf(repeat), weights)
      at += repeat[0].length
    } else if (character === '(') {
      open.push(group)
      group = { ...NOTHING, total: weights.group }
      at++
    } else if (character === ')') {
      const closed = group
      group = open.pop() ?? { ...NOTHING }
      add(group, closed.total, closed.letters)
      at++
    } else {
      if ('?*+'.includes(character)) promote(group, weights)
      const piece = pieceAt(expression, at, weights)
      add(group, piece.cost, piece.cost === weights.letter ? 1 : 0)
      at = piece.end
    }
  }
  return open.reduce((sum, { total }) => sum + total, group.total)
}

/** Gives the letters of a repeated or optional piece their higher weight. */
function promote(group: Group, { letter, repeatedLetter }: Weights): void {
  const more = group.lastLetters * (repeatedLetter - letter)
  group.total += more
  group.last += more
  group.letters -= group.lastLetters
  group.lastLetters = 0
}

function add(group: Group, cost: number, letters: number): void {
  group.total += cost
  group.last = cost
  group.letters += letters
  group.lastLetters = letters
}

function multiply(group: Group, times: number, { time }: Weights): void {
  group.total += group.last * Math.max(0, times - 1) + times * time
  group.last *= Math.max(1, times)
}

function timesOf([, least, comma, most]: RegExpExecArray): number {
  return Math.max(Number(least), Number(most ?? 0)) + (comma === undefined ? 0 : 1)
}

function pieceAt(text: string, at: number, weights: Weights): Piece {
  const character = text.charAt(at)
  if (character === '[') return setAt(text, at, weights)
  if (text.startsWith('\\Q', at)) return literalAt(text, at, weights)
  if (character === '\\') return escapeAt(text, at, weights)
  if (character === '|') return { end: at + 1, cost: weights.alternative }
  if ('?*+'.includes(character)) return { end: at + 1, cost: weights.quantifier }
  return { end: at + 1, cost: character === '.' ? weights.any : weights.letter }
}

function literalAt(text: string, at: number, { letter }: Weights): Piece {
  const close = text.indexOf('\\E', at)
  const end = close < 0 ? text.length : close + 2
  return { end, cost: (end - at) * letter }
}

function escapeAt(text: string, at: number, weights: Weights): Piece {
  const written = matchAt(ESCAPE, text, at)?.[0] ?? '\\'
  const kind = written.charAt(1)
  const cost = 'pP'.includes(kind) ? weights.class : 'DSWdsw'.includes(kind) ? weights.any : weights.letter
  return { end: at + written.length, cost }
}

function setAt(text: string, at: number, weights: Weights): Piece {
  let end = at + (text[at + 1] === '^' ? 2 : 1)
  let cost = weights.any
  // A `]` that comes first is a member.
  for (let first = true; end < text.length && (first || text[end] !== ']'); first = false) {
    const member = memberAt(text, end, weights)
    cost += member.cost
    end = member.end
  }
  return { end: Math.min(end + 1, text.length), cost }
}

function memberAt(text: string, at: number, weights: Weights): Piece {
  if (text[at] === '\\') {
    const { end, cost } = escapeAt(text, at, weights)
    return { end, cost: weights.member === 0 ? 0 : cost }
  }
  const named = matchAt(NAMED_CLASS, text, at)
  if (named === null) return { end: at + 1, cost: weights.member }
  return { end: at + named[0].length, cost: weights.member === 0 ? 0 : weights.any }
}
