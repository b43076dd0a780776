// Maps the tree of another language to our tree and notes: which of our fields a condition uses, and how each loss affects the
// results.
import { isAppError, type TextSpan } from '../error/index.ts'
import { countryCode } from '../field/index.ts'
import { oppositeOf, type ParsedNode, printQuery, readQuery } from '../query/index.ts'
import { visible } from '../util/index.ts'
import { condition, join, word } from './build.ts'
import { type Compared, compare } from './compare.ts'
import type { Language } from './language.ts'
import type { Rule } from './rule.ts'
import type { Note, SourceCondition, SourceNode } from './source.ts'
import { spellCpe, yesNo } from './value.ts'

/** Our tree, if anything is left, and what was lost or changed. */
interface Mapped {
  readonly root: ParsedNode | undefined
  readonly notes: readonly Note[]
}

/** Maps a tree. Its spans are offsets into `text`. */
export function mapTree(root: SourceNode, language: Language, text: string): Mapped {
  const { node, losses, notes } = mapNode(root, { language, text }, false)
  const all = losses.map((loss) => lostNote(loss, 'nothing of the query is left'))
  return { root: node, notes: [...notes, ...(node === undefined ? all : [])] }
}

interface Context {
  readonly language: Language
  readonly text: string
}

/** A condition that was left out, until its effect on the results is known. */
interface Loss {
  readonly span: TextSpan
  readonly shown: string
  readonly reason: string
}

interface Step {
  readonly node?: ParsedNode | undefined
  readonly losses: readonly Loss[]
  readonly notes: readonly Note[]
}

function mapNode(node: SourceNode, context: Context, negated: boolean): Step {
  switch (node.kind) {
    case 'word':
      return { node: mapWord(node.text, context), losses: [], notes: [] }
    case 'condition':
      return mapCondition(node, context)
    case 'not': {
      const step = mapNode(node.child, context, !negated)
      return { ...step, node: step.node && oppositeOf(step.node) }
    }
    case 'and':
    case 'or':
      return mapJoined(node, context, negated)
  }
}

// Leaving out an operand of `and` finds more records, one of `or` fewer; under a negation it is the reverse.
function mapJoined(node: SourceNode & { kind: 'and' | 'or' }, context: Context, negated: boolean): Step {
  const steps = node.children.map((child) => mapNode(child, context, negated))
  const root = join(
    node.kind,
    steps.flatMap(({ node: left }) => (left === undefined ? [] : [left])),
  )
  const losses = steps.flatMap((step) => step.losses)
  const notes = steps.flatMap((step) => step.notes)
  if (root === undefined) return { losses, notes }
  const more = (node.kind === 'and') !== negated
  const effect = `the query finds ${more ? 'more' : 'fewer'} records than meant`
  return { node: root, losses: [], notes: [...notes, ...losses.map((loss) => lostNote(loss, effect))] }
}

function lostNote({ span, shown, reason }: Loss, effect: string): Note {
  return { kind: 'lost', ...span, text: `${shown} is left out: ${reason}; ${effect}` }
}

function mapWord(text: string, { language }: Context): ParsedNode | undefined {
  if (text === '') return undefined
  return join(
    'or',
    language.wordFields.map((field) => (field === '*' ? word(text) : condition(field, '=', text))),
  )
}

function mapCondition(asked: SourceCondition, context: Context): Step {
  const shown = quoted(context.text.slice(asked.span.start, asked.span.end))
  const rule = context.language.find(asked.field)
  if (rule?.kind === 'always') {
    const text = `${shown} is left out: ${rule.reason}; that changes nothing`
    return { losses: [], notes: [{ kind: 'changed', ...asked.span, text }] }
  }
  const found: Compared =
    rule === undefined
      ? { fault: `${context.language.name} has no known field ${quoted(asked.field)}` }
      : checked(mapRule(rule, asked))
  if ('fault' in found) return { losses: [{ span: asked.span, shown, reason: found.fault }], notes: [] }
  if (found.changed === undefined) return { node: found.node, losses: [], notes: [] }
  const text = `${shown} became ${quoted(printQuery(found.node))}: ${found.changed}`
  return { node: found.node, losses: [], notes: [{ kind: 'changed', ...asked.span, text }] }
}

function mapRule(rule: Exclude<Rule, { kind: 'always' }>, asked: SourceCondition): Compared {
  switch (rule.kind) {
    case 'lost':
      return { fault: rule.reason }
    case 'cpe':
      return mapCpe(asked)
    case 'country':
      return mapCountry(asked)
    case 'presence':
      return mapPresence(rule, asked)
    case 'fields':
      return mapFields(rule, asked)
  }
}

function mapFields(rule: Rule & { kind: 'fields' }, asked: SourceCondition): Compared {
  const nodes: ParsedNode[] = []
  let changed =
    asked.value.kind !== 'text' || (rule.when?.(asked.value.text) ?? true) ? rule.changed : undefined
  for (const field of fieldsFor(rule, asked)) {
    const found = compare(field, rule, asked)
    if ('fault' in found) return found
    nodes.push(found.node)
    changed ??= found.changed
  }
  const empty = asked.value.kind === 'text' && asked.value.text === ''
  const node = join(empty ? 'and' : 'or', nodes)
  return node === undefined ? { fault: 'the condition is empty' } : { node, changed }
}

function fieldsFor({ fields, chosen }: Rule & { kind: 'fields' }, { value, comparison }: SourceCondition) {
  const isWhole =
    value.kind === 'text' && value.text !== '' && comparison !== 'regex' && comparison !== 'wildcard'
  return chosen !== undefined && isWhole ? [chosen(value.text)] : fields
}

function mapCountry(asked: SourceCondition): Compared {
  if (asked.value.kind !== 'text' || asked.comparison === 'regex' || asked.comparison === 'wildcard') {
    return compare('country_name', { kind: 'fields', fields: [] }, asked)
  }
  const code = countryCode(asked.value.text)
  if (code !== undefined) return { node: condition('country', '=', code) }
  if (asked.value.text === '') return { node: condition('country', '=', '') }
  const changed = 'no country of this name is known; searched in the names'
  return { node: condition('country_name', '=', asked.value.text), changed }
}

function mapCpe(asked: SourceCondition): Compared {
  if (asked.value.kind !== 'text') return compare('cpe', { kind: 'fields', fields: [] }, asked)
  const name = spellCpe(asked.value.text)
  if (name === undefined) {
    const changed = 'it is found anywhere in a name'
    return { node: condition('cpe', '=', asked.value.text.trim()), changed }
  }
  return { node: name.includes('*') ? condition('cpe', '*=', `${name}*`) : condition('cpe', '=', name) }
}

function mapPresence(rule: Rule & { kind: 'presence' }, asked: SourceCondition): Compared {
  const there = asked.value.kind === 'text' ? yesNo(asked.value.text) : { value: 'true' }
  if ('fault' in there) return there
  return { node: condition(rule.field, there.value === 'true' ? '!=' : '=', ''), changed: rule.changed }
}

// The result of a rule must be a condition of our language; the parser's message is the reason for leaving it out.
function checked(found: Compared): Compared {
  if ('fault' in found) return found
  try {
    readQuery(printQuery(found.node))
    return found
  } catch (error) {
    if (!isAppError(error)) throw error
    return { fault: error.message.replace(/^\[820000\] Query Syntax Incorrect: (?:at column \d+: )?/, '') }
  }
}

const SHOWN = 80

/** A piece of a text inside a sentence: in backticks, cut when long, with hidden characters shown. */
export function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 4 * SHOWN))
  const cut = characters.length > SHOWN || text.length > 4 * SHOWN
  return `\`${visible(cut ? characters.slice(0, SHOWN).join('') : text)}${cut ? '…' : ''}\``
}
