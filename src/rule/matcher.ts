// Recognises products in records by many rules in one pass: the index of literals and whole values says which rules may match, and only
// these are evaluated. The work for one record is bounded by the length of its texts and the number of rules, whatever it contains.
import type { Asset, Found, Recognise } from '../asset/index.ts'
import { type Atom, type Budget, isIndexed, literalOf, newBudget, passes, type Tree } from './atom.ts'
import { modelOf, versionOf } from './capture.ts'
import { type ColumnIndex, columnIndexes } from './column-index.ts'
import { columnsOf, type CompiledRule, type CompiledRules, compileRules } from './compile.ts'
import { MODEL, type Rule } from './rule.ts'
import { RecordTexts } from './texts.ts'

/** Products that one record may have. */
const MOST_FOUND = 16
const AROUND = 24
const LONGEST_TEXT = 120

/** Recognises by rules. Fails with `input` for a rule without a text or value that an index can look for. */
export function createRecognise(rules: readonly Rule[]): Recognise {
  return recogniseBy(compileRules(rules))
}

/** Recognises by compiled rules. */
export function recogniseBy(compiled: CompiledRules): Recognise {
  const run = new Run(compiled)
  return Object.assign((asset: Asset) => run.recognise(asset), { columns: columnsOf(compiled) })
}

/** The rules that each atom makes worth evaluating, at the place of its number. */
function triggersOf({ atoms, rules }: CompiledRules): readonly (readonly number[])[] {
  const triggers = atoms.map((): number[] => [])
  rules.forEach(({ keys }, index) => {
    for (const id of keys) triggers[id]?.push(index)
  })
  return triggers
}

const UNKNOWN = 0
const HOLDS = 1
const FAILS = 2
const OUTCOMES = [undefined, true, false] as const

/** The memory of one record at a time: outcomes are valid while their stamp is that of the record. */
class Run {
  readonly #atoms: readonly Atom[]
  readonly #rules: readonly CompiledRule[]
  readonly #columns: readonly ColumnIndex[]
  readonly #triggers: readonly (readonly number[])[]
  readonly #stamps: Uint32Array
  readonly #outcomes: Uint8Array
  readonly #ruleStamps: Uint32Array
  #stamp = 0
  #hits: number[] = []

  constructor(compiled: CompiledRules) {
    this.#atoms = compiled.atoms
    this.#rules = compiled.rules
    this.#columns = columnIndexes(compiled.atoms)
    this.#triggers = triggersOf(compiled)
    this.#stamps = new Uint32Array(compiled.atoms.length)
    this.#outcomes = new Uint8Array(compiled.atoms.length)
    this.#ruleStamps = new Uint32Array(compiled.rules.length)
  }

  recognise(asset: Asset): readonly Found[] {
    this.#next()
    const texts = new RecordTexts(asset)
    for (const column of this.#columns) column.look(texts, this.#hit)
    if (this.#hits.length === 0) return []
    const budget = newBudget()
    const found: Found[] = []
    for (const index of this.#candidates()) {
      const rule = this.#rules[index]
      if (rule === undefined || this.#holds(rule.tree, texts, budget) !== true) continue
      const one = this.#found(rule, texts, budget)
      if (one !== undefined) found.push(one)
    }
    return found.length < 2 ? found : distinct(found)
  }

  #next(): void {
    this.#hits = []
    this.#stamp = (this.#stamp + 1) >>> 0
    if (this.#stamp !== 0) return
    this.#stamps.fill(0)
    this.#ruleStamps.fill(0)
    this.#stamp = 1
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
  #candidates(): readonly number[] {
    const rules: number[] = []
    for (const id of this.#hits)
      for (const rule of this.#triggers[id] ?? []) {
        if (this.#ruleStamps[rule] === this.#stamp) continue
        this.#ruleStamps[rule] = this.#stamp
        rules.push(rule)
      }
    return rules.sort((a, b) => a - b)
  }

  /** Undefined where it depends on a test that was given up. */
  #holds(tree: Tree, texts: RecordTexts, budget: Budget): boolean | undefined {
    if (typeof tree === 'number') return this.#passes(tree, texts, budget)
    if ('and' in tree) return this.#decide(tree.and, false, texts, budget)
    if ('or' in tree) return this.#decide(tree.or, true, texts, budget)
    const holds = this.#holds(tree.not, texts, budget)
    return holds === undefined ? undefined : !holds
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

  #passes(id: number, texts: RecordTexts, budget: Budget): boolean | undefined {
    if (this.#stamps[id] === this.#stamp) return OUTCOMES[this.#outcomes[id] ?? UNKNOWN]
    const atom = this.#atoms[id]
    if (atom === undefined || isIndexed(atom)) return false
    const outcome = passes(atom, texts, budget)
    this.#set(id, outcome === undefined ? UNKNOWN : outcome ? HOLDS : FAILS)
    return outcome
  }

  /** Undefined where the name of the product has a model that the text does not state. */
  #found(rule: CompiledRule, texts: RecordTexts, budget: Budget): Found | undefined {
    const { id, vendor, category, cpe, os, captures, models, tree } = rule
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
    if (typeof tree === 'number') return this.#passes(tree, texts, budget) ? this.#atoms[tree] : undefined
    if ('not' in tree) return undefined
    for (const child of 'and' in tree ? tree.and : tree.or) {
      const proof = this.#proof(child, texts, budget)
      if (proof !== undefined) return proof
    }
    return undefined
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
