// Recognises products in records by many rules in one pass: the index of literals and whole values says which rules may match, and only
// these are evaluated. The work for one record is bounded by the length of its texts and the number of rules, whatever it contains.
import type { Asset, Column, Found, Recognise } from '../asset/index.ts'
import { AppError } from '../error/index.ts'
import { type Atom, Atoms, type Budget, literalOf, newBudget, passes, type Tree } from './atom.ts'
import { modelOf, versionOf } from './capture.ts'
import { MODEL, type Rule } from './rule.ts'
import { createScan, type Scan } from './scanner.ts'
import { RecordTexts } from './texts.ts'

/** Products that one record may have. */
const MOST_FOUND = 16
const AROUND = 24
const LONGEST_TEXT = 120

interface Compiled {
  readonly rule: Rule
  readonly tree: Tree
}

/** How the atoms of one column are found. */
interface ColumnIndex {
  readonly column: Column
  readonly scan: Scan | undefined
  readonly exact: ReadonlyMap<string, readonly number[]>
  readonly folded: ReadonlyMap<string, readonly number[]>
}

/** Compiles rules. Fails with `input` for a rule without a text or value that an index can look for. */
export function createRecognise(rules: readonly Rule[]): Recognise {
  const atoms = new Atoms()
  const compiled = rules.map((rule): Compiled => ({ rule, tree: atoms.treeOf(rule.condition) }))
  const triggers = triggersOf(compiled, atoms)
  const columns = columnIndexes(atoms.all)
  const run = new Run(atoms.all.length, compiled.length)
  const recognise = (asset: Asset) => run.recognise(asset, columns, triggers, compiled)
  return Object.assign(recognise, { columns: columnsOf(rules, atoms.all) })
}

/** All columns that rules read. */
function columnsOf(rules: readonly Rule[], atoms: readonly Atom[]): readonly Column[] {
  const captured = rules.flatMap(({ captures, models }) => [...captures, ...models])
  return [...new Set([...atoms, ...captured].map(({ column }) => column))]
}

/** The rules that each atom makes worth evaluating. */
function triggersOf(compiled: readonly Compiled[], atoms: Atoms): ReadonlyMap<number, readonly number[]> {
  const triggers = new Map<number, number[]>()
  compiled.forEach(({ rule, tree }, index) => {
    const keys = keysOf(tree, atoms)
    if (keys === undefined)
      throw new AppError(
        'input',
        `the rule \`${rule.id}\` needs a text of at least 4 characters, or a whole value, that every match contains`,
      )
    for (const { id } of keys.atoms) {
      const list = triggers.get(id)
      if (list === undefined) triggers.set(id, [index])
      else list.push(index)
    }
  })
  return triggers
}

interface Keys {
  readonly atoms: readonly Atom[]
  /** How much the least selective of them says. */
  readonly weight: number
}

const WHOLE_VALUE = 1000

/** Atoms of which one holds for every record that passes. */
function keysOf(tree: Tree, atoms: Atoms): Keys | undefined {
  switch (tree.kind) {
    case 'not':
      return undefined
    case 'atom':
      return keysOfAtom(tree.atom, atoms)
    case 'and': {
      const children = tree.children.flatMap((child) => keysOf(child, atoms) ?? [])
      return children.sort((a, b) => b.weight - a.weight)[0]
    }
    case 'or': {
      const children = tree.children.map((child) => keysOf(child, atoms))
      if (children.some((keys) => keys === undefined)) return undefined
      const all = children.flatMap((keys) => keys ?? [])
      return {
        atoms: all.flatMap((keys) => keys.atoms),
        weight: Math.min(...all.map(({ weight }) => weight)),
      }
    }
  }
}

function keysOfAtom(atom: Atom, atoms: Atoms): Keys | undefined {
  const { test, column } = atom
  if (atom.isIndexed) {
    const weight = test.op === 'contains' ? test.value.length : WHOLE_VALUE
    return { atoms: [atom], weight }
  }
  const literal = literalOf(test)
  if (literal === undefined) return undefined
  return { atoms: [atoms.atomOf(column, { op: 'contains', value: literal })], weight: literal.length }
}

function columnIndexes(atoms: readonly Atom[]): readonly ColumnIndex[] {
  const byColumn = Map.groupBy(
    atoms.filter(({ isIndexed }) => isIndexed),
    ({ column }) => column,
  )
  return [...byColumn].map(([column, all]) => {
    const literals = all.flatMap(({ id, test }) =>
      test.op === 'contains' ? [[id, test.value.toLowerCase()] as const] : [],
    )
    return {
      column,
      scan: literals.length === 0 ? undefined : createScan(literals),
      exact: valueIndex(all, 'equals', (value) => value),
      folded: valueIndex(all, 'equalsIgnoringCase', (value) => value.toLowerCase()),
    }
  })
}

function valueIndex(
  atoms: readonly Atom[],
  op: 'equals' | 'equalsIgnoringCase',
  fold: (value: string) => string,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const { id, test } of atoms) {
    if (test.op !== op) continue
    const key = fold(test.value)
    index.set(key, [...(index.get(key) ?? []), id])
  }
  return index
}

const UNKNOWN = 0
const HOLDS = 1
const FAILS = 2
const OUTCOMES = [undefined, true, false] as const

/** The memory of one record at a time: outcomes are valid while their stamp is that of the record. */
class Run {
  readonly #stamps: Uint32Array
  readonly #outcomes: Uint8Array
  readonly #ruleStamps: Uint32Array
  #stamp = 0
  #hits: number[] = []

  constructor(atoms: number, rules: number) {
    this.#stamps = new Uint32Array(atoms)
    this.#outcomes = new Uint8Array(atoms)
    this.#ruleStamps = new Uint32Array(rules)
  }

  recognise(
    asset: Asset,
    columns: readonly ColumnIndex[],
    triggers: ReadonlyMap<number, readonly number[]>,
    compiled: readonly Compiled[],
  ): readonly Found[] {
    this.#next()
    const texts = new RecordTexts(asset)
    for (const index of columns) this.#look(index, texts)
    if (this.#hits.length === 0) return []
    const budget = newBudget()
    const found = this.#candidates(triggers).flatMap((index) => {
      const one = compiled[index]
      return one !== undefined && this.#holds(one.tree, texts, budget) === true
        ? (this.#found(one, texts, budget) ?? [])
        : []
    })
    return distinct(found)
  }

  #next(): void {
    this.#hits = []
    this.#stamp = (this.#stamp + 1) >>> 0
    if (this.#stamp !== 0) return
    this.#stamps.fill(0)
    this.#ruleStamps.fill(0)
    this.#stamp = 1
  }

  #look({ column, scan, exact, folded }: ColumnIndex, texts: RecordTexts): void {
    if (texts.plain(column) === '') return
    scan?.(texts.lower(column), this.#hit)
    if (exact.size === 0 && folded.size === 0) return
    for (const value of texts.values(column)) {
      for (const id of exact.get(value) ?? []) this.#hit(id)
      for (const id of folded.get(value.toLowerCase()) ?? []) this.#hit(id)
    }
  }

  readonly #hit = (id: number): void => {
    if (this.#stamps[id] === this.#stamp) return
    this.#set(id, HOLDS)
    this.#hits.push(id)
  }

  #set(id: number, outcome: number): void {
    this.#stamps[id] = this.#stamp
    this.#outcomes[id] = outcome
  }

  /** The rules to evaluate, in their order. */
  #candidates(triggers: ReadonlyMap<number, readonly number[]>): readonly number[] {
    const rules: number[] = []
    for (const id of this.#hits)
      for (const rule of triggers.get(id) ?? []) {
        if (this.#ruleStamps[rule] === this.#stamp) continue
        this.#ruleStamps[rule] = this.#stamp
        rules.push(rule)
      }
    return rules.sort((a, b) => a - b)
  }

  /** Undefined where it depends on a test that was given up. */
  #holds(tree: Tree, texts: RecordTexts, budget: Budget): boolean | undefined {
    switch (tree.kind) {
      case 'and':
        return this.#decide(tree.children, false, texts, budget)
      case 'or':
        return this.#decide(tree.children, true, texts, budget)
      case 'not': {
        const holds = this.#holds(tree.child, texts, budget)
        return holds === undefined ? undefined : !holds
      }
      case 'atom':
        return this.#passes(tree.atom, texts, budget)
    }
  }

  /** One child of an `or` that holds decides, and one of an `and` that fails. */
  #decide(
    children: readonly Tree[],
    deciding: boolean,
    texts: RecordTexts,
    budget: Budget,
  ): boolean | undefined {
    let isUnknown = false
    for (const child of children) {
      const holds = this.#holds(child, texts, budget)
      if (holds === deciding) return deciding
      isUnknown ||= holds === undefined
    }
    return isUnknown ? undefined : !deciding
  }

  #passes(atom: Atom, texts: RecordTexts, budget: Budget): boolean | undefined {
    if (this.#stamps[atom.id] === this.#stamp) return OUTCOMES[this.#outcomes[atom.id] ?? UNKNOWN]
    if (atom.isIndexed) return false
    const outcome = passes(atom, texts, budget)
    this.#set(atom.id, outcome === undefined ? UNKNOWN : outcome ? HOLDS : FAILS)
    return outcome
  }

  /** Undefined where the name of the product has a model that the text does not state. */
  #found({ rule, tree }: Compiled, texts: RecordTexts, budget: Budget): Found | undefined {
    const { id, vendor, category, cpe, os, captures, models } = rule
    const model = modelOf(models, texts, budget)
    if (models.length > 0 && model === undefined) return undefined
    const product = model === undefined ? rule.product : rule.product?.replace(MODEL, () => model)
    const version = versionOf(captures, texts, budget)
    const proof = this.#proof(tree, texts, budget)
    return {
      rule: id,
      ...(product !== undefined && { product }),
      ...(vendor !== undefined && { vendor }),
      ...(category !== undefined && { category }),
      ...(version !== undefined && { version }),
      ...(cpe !== undefined && { cpe: cpeWith(cpe, version) }),
      ...(os !== undefined && { os }),
      field: proof?.column ?? 'body',
      text: proof === undefined ? '' : around(proof, texts),
    }
  }

  /** The first test that holds: what the rule found. */
  #proof(tree: Tree, texts: RecordTexts, budget: Budget): Atom | undefined {
    switch (tree.kind) {
      case 'not':
        return undefined
      case 'atom':
        return this.#passes(tree.atom, texts, budget) ? tree.atom : undefined
      case 'and':
      case 'or':
        for (const child of tree.children) {
          const proof = this.#proof(child, texts, budget)
          if (proof !== undefined) return proof
        }
        return undefined
    }
  }
}

/** The text around what an atom found. */
function around({ column, test }: Atom, texts: RecordTexts): string {
  const text = texts.plain(column)
  const literal = test.op === 'contains' ? test.value.toLowerCase() : literalOf(test)
  const at = literal === undefined ? -1 : texts.lower(column).indexOf(literal)
  if (at === -1) return text.slice(0, LONGEST_TEXT)
  const start = Math.max(0, at - AROUND)
  return text
    .slice(start, Math.min(start + LONGEST_TEXT, at + (literal?.length ?? 0) + AROUND))
    .toWellFormed()
}

/** The name with the version; a character that is special in CPE 2.3 is escaped. */
function cpeWith(cpe: string, version: string | undefined): string {
  if (version === undefined) return cpe
  return `${cpe}:${version.toLowerCase().replaceAll(/[^a-z0-9._-]/g, (sign) => `\\${sign}`)}`
}

/** Each product once: with its version where one rule knows it. */
function distinct(found: readonly Found[]): readonly Found[] {
  const best = new Map<string, Found>()
  for (const one of found) {
    const key = (one.product ?? `os ${one.os}`).toLowerCase()
    const known = best.get(key)
    if (known === undefined || (known.version === undefined && one.version !== undefined)) best.set(key, one)
  }
  return [...best.values()].slice(0, MOST_FOUND)
}
