// FOFA's language, which is similar to ours: the same grammar with fewer fields and operators, and no negation before brackets.
import { countryCode, findField } from '../../field/index.ts'
import { type ParsedNode, printQuery } from '../../query/index.ts'
import { join } from '../build.ts'
import { quoted } from '../map.ts'
import type { Note } from '../source.ts'
import { asksList, LISTS_ARE_OURS } from './list.ts'
import { spanOf } from './span-of.ts'

type Condition = Extract<ParsedNode, { kind: 'condition' }>

interface Step {
  readonly node?: ParsedNode
  readonly losses: readonly { readonly node: ParsedNode; readonly reason: string }[]
  readonly notes: readonly Note[]
}

/** A normalized tree as a query of FOFA. */
export function toFofa(tree: ParsedNode): { readonly query: string; readonly notes: readonly Note[] } {
  const { node, losses, notes } = step(tree)
  const effect = 'nothing of the query is left'
  const all = [...notes, ...losses.map((loss) => lostNote(loss.node, loss.reason, effect))]
  return {
    query: node === undefined ? '' : printQuery(node),
    notes: all.toSorted((a, b) => a.start - b.start),
  }
}

function lostNote(node: ParsedNode, reason: string, effect: string): Note {
  return {
    kind: 'lost',
    ...spanOf(node),
    text: `${quoted(printQuery(node))} is left out: ${reason}; ${effect}`,
  }
}

function step(node: ParsedNode): Step {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(node)
    case 'condition':
      return condition(node)
    case 'call':
      return call(node)
    case 'word':
      return { node, losses: [], notes: [] }
    case 'not':
      return loss(node, 'FOFA negates conditions only')
  }
}

function loss(node: ParsedNode, reason: string): Step {
  return { losses: [{ node, reason }], notes: [] }
}

function joined(node: Extract<ParsedNode, { kind: 'and' | 'or' }>): Step {
  const steps = node.children.map(step)
  const losses = steps.flatMap((one) => one.losses)
  const notes = steps.flatMap((one) => one.notes)
  const root = join(
    node.kind,
    steps.flatMap((one) => one.node ?? []),
  )
  if (root === undefined) return { losses, notes }
  const effect = `the query finds ${node.kind === 'and' ? 'more' : 'fewer'} records than meant`
  const said = losses.map((one) => lostNote(one.node, one.reason, effect))
  return { node: root, losses: [], notes: [...notes, ...said] }
}

function call(node: Extract<ParsedNode, { kind: 'call' }>): Step {
  const inner = step(node.child)
  if (inner.node === undefined) return { losses: inner.losses, notes: inner.notes }
  return { ...inner, node: { ...node, child: inner.node } }
}

function condition(node: Condition): Step {
  const field = findField(node.field)
  const name = field === undefined ? undefined : NAMES.get(field.name)
  if (asksList(node)) return loss(node, LISTS_ARE_OURS)
  if (name === undefined) return loss(node, `FOFA has no field for \`${field?.name ?? node.field}\``)
  if (!['=', '==', '!=', '*='].includes(node.operator))
    return loss(node, `FOFA has no operator \`${node.operator}\` for it`)
  const changed = CHANGED.get(name)
  const written = { ...node, field: name, value: name === 'country' ? countryOf(node) : node.value }
  if (changed === undefined) return { node: written, losses: [], notes: [] }
  return { node: written, losses: [], notes: [{ kind: 'changed', ...spanOf(node), text: changed }] }
}

/** The code of a country; an exact comparison means a code as written. */
function countryOf({ operator, value }: Condition): string {
  const isCode = value.trim().length === 2
  return operator === '==' && isCode ? value : (countryCode(value) ?? value)
}

// Our names of fields that FOFA has under the same name, and those that it names differently.
const NAMES: ReadonlyMap<string, string> = new Map([
  ...`title header body host domain ip port protocol base_protocol server os icp fid icon_hash cert cert.sn cert.subject.org
    cert.subject.cn cert.issuer.org cert.issuer.cn cert.domain cert.is_expired cert.is_match cert.is_equal jarm tls.version tls.ja3s
    type banner category cname country city status_code is_domain is_ipv6 is_honeypot is_fraud is_cloud cloud_name after before
    cert.subject cert.issuer cert.is_valid cert.not_before.after cert.not_before.before cert.not_after.after cert.not_after.before
    cname_domain js_name js_md5 banner_fid sdk_hash header_hash body_hash banner_hash port_size port_size_gt port_size_lt ip_ports ip_after ip_before`
    .split(/\s+/)
    .map((name) => [name, name] as const),
  ['as_number', 'asn'],
  ['as_organization', 'org'],
  ['province', 'region'],
  ['product', 'product'],
  ['product.version', 'product.version'],
])

const UNPUBLISHED = 'how FOFA makes this hash is not published, so a value from here finds nothing there'
const CHANGED: ReadonlyMap<string, string> = new Map([
  ['header_hash', UNPUBLISHED],
  ['banner_hash', UNPUBLISHED],
])
