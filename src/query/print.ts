// Tree → text. `parse(print(tree))` is the same tree.
import { isEscapable } from './lexis.ts'
import type { ParsedNode } from './tree.ts'

/** The canonical text of a tree: values and words in double quotes, `&&`, `||`, `!`, no unnecessary bracket. */
export function printQuery(node: ParsedNode): string {
  switch (node.kind) {
    case 'word':
      return quote(node.word)
    case 'condition':
      return `${node.field}${node.operator}${quote(node.value)}`
    case 'call':
      return `${node.name}(${printQuery(node.child)})`
    case 'not':
      return `!${printOperand(node.child, 'not')}`
    case 'and':
    case 'or':
      return node.children
        .map((child) => printOperand(child, node.kind))
        .join(node.kind === 'and' ? ' && ' : ' || ')
  }
}

// `and` binds tighter than `or`, so only an `and` inside an `or` needs no brackets.
function printOperand(node: ParsedNode, parent: 'and' | 'or' | 'not'): string {
  const text = printQuery(node)
  const bare = node.kind !== 'and' && node.kind !== 'or'
  return bare || (node.kind === 'and' && parent === 'or') ? text : `(${text})`
}

/** A text in double quotes, with backslashes only where necessary, so that regular expressions stay readable. */
export function quote(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    const next = text[index + 1]
    const escaped = character === '"' || (character === '\\' && (next === undefined || isEscapable(next)))
    result += escaped ? `\\${character}` : character
  }
  return `"${result}"`
}

/** An RE2 expression that matches exactly this whole text. */
export function literalExpression(text: string): string {
  return `(?s)^${text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll('\0', '\\x00')}$`
}
