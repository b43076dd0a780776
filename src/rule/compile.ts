// Compiles rules to plain data: their different tests, each once, and which of them make a rule worth evaluating. A matcher starts from it
// at once, so it is made when the program is built, and not in every thread.
import type { Column } from '../asset/index.ts'
import { AppError } from '../error/index.ts'
import { type Atom, Atoms, isIndexed, literalOf, type Tree } from './atom.ts'
import type { Rule } from './rule.ts'

/** What a matcher needs of a rule. */
export interface CompiledRule extends Omit<Rule, 'when' | 'condition' | 'match' | 'miss'> {
  readonly tree: Tree
  /** Numbers of atoms of which one holds for every record that passes. */
  readonly keys: readonly number[]
}

/** Rules as a matcher needs them; plain data. */
export interface CompiledRules {
  /** Each at the place of its number. */
  readonly atoms: readonly Atom[]
  readonly rules: readonly CompiledRule[]
}

/** Compiles rules. Fails with `input` for a rule without a text or value that an index can look for. */
export function compileRules(rules: readonly Rule[]): CompiledRules {
  const atoms = new Atoms()
  const compiled = rules.map((rule): CompiledRule => {
    const { when: _, condition, match: _match, miss: _miss, ...known } = rule
    const tree = atoms.treeOf(condition)
    const keys = keysOf(tree, atoms)
    if (keys === undefined)
      throw new AppError(
        'input',
        `the rule \`${rule.id}\` needs a text of at least 4 characters, or a whole value, that every match contains`,
      )
    return { ...known, tree, keys: keys.atoms }
  })
  return { atoms: atoms.all, rules: compiled }
}

/** Both together: the rules of the first are tried first. */
export function joinRules(first: CompiledRules, second: CompiledRules): CompiledRules {
  const before = first.atoms.length
  return {
    atoms: [...first.atoms, ...second.atoms],
    rules: [...first.rules, ...second.rules.map((rule) => movedRule(rule, before))],
  }
}

function movedRule(rule: CompiledRule, by: number): CompiledRule {
  return { ...rule, tree: movedTree(rule.tree, by), keys: rule.keys.map((id) => id + by) }
}

function movedTree(tree: Tree, by: number): Tree {
  const moved = (child: Tree): Tree => movedTree(child, by)
  if (typeof tree === 'number') return tree + by
  if ('and' in tree) return { and: tree.and.map(moved) }
  return 'or' in tree ? { or: tree.or.map(moved) } : { not: moved(tree.not) }
}

/** All columns that rules read. */
export function columnsOf({ atoms, rules }: CompiledRules): readonly Column[] {
  const captured = rules.flatMap(({ captures, models }) => [...captures, ...models])
  return [...new Set([...atoms, ...captured].map(({ column }) => column))]
}

interface Keys {
  readonly atoms: readonly number[]
  /** How much the least selective of them says. */
  readonly weight: number
}

const WHOLE_VALUE = 1000

/** Atoms of which one holds for every record that passes. */
function keysOf(tree: Tree, atoms: Atoms): Keys | undefined {
  if (typeof tree === 'number') return keysOfAtom(tree, atoms)
  if ('not' in tree) return undefined
  if ('and' in tree) {
    const children = tree.and.flatMap((child) => keysOf(child, atoms) ?? [])
    return children.sort((a, b) => b.weight - a.weight)[0]
  }
  const children = tree.or.map((child) => keysOf(child, atoms))
  if (children.some((keys) => keys === undefined)) return undefined
  const all = children.flatMap((keys) => keys ?? [])
  return {
    atoms: all.flatMap((keys) => keys.atoms),
    weight: Math.min(...all.map(({ weight }) => weight)),
  }
}

function keysOfAtom(number: number, atoms: Atoms): Keys | undefined {
  const atom = atoms.all[number]
  if (atom === undefined) return undefined
  const { test, column } = atom
  if (isIndexed(atom))
    return { atoms: [number], weight: test.op === 'contains' ? test.value.length : WHOLE_VALUE }
  const literal = literalOf(test)
  if (literal === undefined) return undefined
  return { atoms: [atoms.numberOf(column, { op: 'contains', value: literal })], weight: literal.length }
}
