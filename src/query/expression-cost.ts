// How large a regular expression becomes as a program, estimated from its text before anything compiles it.

// Instructions of a byte-wise RE2 program, rounded up: a letter with its other cases, `.` or a negated set, a Unicode class.
const LETTER = 8
const ANY = 12
const CLASS = 900

interface Group {
  total: number
  /** The cost of the piece that a repetition would repeat. */
  last: number
}

interface Piece {
  readonly end: number
  readonly cost: number
}

const REPEAT = /\{(\d{1,8})(,(\d{0,8}))?\}/y
const NAMED_CLASS = /\[:\^?\w{1,12}:\]/y
const ESCAPE = /\\(?:x\{[^}]{0,12}\}|x..|[0-7]{1,3}|[pP]\{[^}]{0,80}\}|[pP].|.)/suy

/** An upper estimate of the instructions an expression compiles to. Any text is taken; the time is linear in its length. */
export function expressionCost(expression: string): number {
  const open: Group[] = []
  let group: Group = { total: 0, last: 0 }
  for (let at = 0; at < expression.length; ) {
    const character = expression.charAt(at)
    const repeat = character === '{' ? matchAt(REPEAT, expression, at) : null
    if (repeat !== null) {
      multiply(group, timesOf(repeat))
      at += repeat[0].length
    } else if (character === '(') {
      open.push(group)
      group = { total: 2, last: 0 }
      at++
    } else if (character === ')') {
      const closed = group.total
      group = open.pop() ?? { total: 0, last: 0 }
      add(group, closed)
      at++
    } else {
      const piece = pieceAt(expression, at)
      add(group, piece.cost)
      at = piece.end
    }
  }
  return open.reduce((sum, { total }) => sum + total, group.total)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function add(group: Group, cost: number): void {
  group.total += cost
  group.last = cost
}

function multiply(group: Group, times: number): void {
  group.total += group.last * Math.max(0, times - 1) + times
  group.last *= Math.max(1, times)
}

function timesOf([, least, comma, most]: RegExpExecArray): number {
  return Math.max(Number(least), Number(most ?? 0)) + (comma === undefined ? 0 : 1)
}

function pieceAt(text: string, at: number): Piece {
  const character = text.charAt(at)
  if (character === '[') return setAt(text, at)
  if (text.startsWith('\\Q', at)) return literalAt(text, at)
  if (character === '\\') return escapeAt(text, at)
  return { end: at + 1, cost: character === '.' ? ANY : LETTER }
}

function literalAt(text: string, at: number): Piece {
  const close = text.indexOf('\\E', at)
  const end = close < 0 ? text.length : close + 2
  return { end, cost: (end - at) * LETTER }
}

function escapeAt(text: string, at: number): Piece {
  const written = matchAt(ESCAPE, text, at)?.[0] ?? '\\'
  const letter = written.charAt(1)
  const cost = 'pP'.includes(letter) ? CLASS : 'DSW'.includes(letter) ? ANY : LETTER
  return { end: at + written.length, cost }
}

function setAt(text: string, at: number): Piece {
  let end = at + (text[at + 1] === '^' ? 2 : 1)
  let cost = ANY
  // A `]` that comes first is a member.
  for (let first = true; end < text.length && (first || text[end] !== ']'); first = false) {
    const member = memberAt(text, end)
    cost += member.cost
    end = member.end
  }
  return { end: Math.min(end + 1, text.length), cost }
}

function memberAt(text: string, at: number): Piece {
  if (text[at] === '\\') return escapeAt(text, at)
  const named = matchAt(NAMED_CLASS, text, at)
  return named === null ? { end: at + 1, cost: LETTER } : { end: at + named[0].length, cost: ANY }
}
