// A naive evaluator of the language over records, to compare the store's results with. Slow on purpose and simple.
import { RE2JS } from 're2js'
import type { Asset } from '../../src/asset/index.ts'
import { type Field, fieldNamed, printValues } from '../../src/field/index.ts'
import type {
  AddressRange,
  Comparison,
  HostTest,
  ResolvedNode,
  ResolvedQuery,
  Test,
} from '../../src/query/index.ts'
import { type Address, parseAddress, type Span } from '../../src/util/index.ts'
import { lowerUtf8 } from './lower-utf8.ts'

type TestOf<Op extends Test['op']> = Extract<Test, { op: Op }>

/**
 * Whether a record matches a query. `now` (milliseconds) is the current time; `considered` are the records that count for
 * conditions on whole addresses.
 */
export function evaluate(
  query: ResolvedQuery,
  asset: Asset,
  now: number,
  considered: readonly Asset[] = [asset],
): boolean {
  return holds(query.root, asset, now, considered)
}

function holds(node: ResolvedNode, asset: Asset, now: number, considered: readonly Asset[]): boolean {
  switch (node.kind) {
    case 'and':
      return node.children.every((child) => holds(child, asset, now, considered))
    case 'or':
      return node.children.some((child) => holds(child, asset, now, considered))
    case 'not':
      return !holds(node.child, asset, now, considered)
    case 'constant':
      return node.value
    case 'host':
      return addressesOf(asset).some((ip) => addressesFor(node.test, considered, now).has(ip))
    case 'word':
      return holdsWord(node.word, asset, now)
    case 'test':
      return passes(node.test, node.field, asset, now)
  }
}

const hosts = new WeakMap<readonly Asset[], Map<HostTest, ReadonlySet<string>>>()

/** The addresses for which a condition on whole addresses is true. */
function addressesFor(test: HostTest, considered: readonly Asset[], now: number): ReadonlySet<string> {
  const known = hosts.get(considered) ?? new Map<HostTest, ReadonlySet<string>>()
  hosts.set(considered, known)
  const found = known.get(test) ?? new Set(findAddresses(test, considered, now))
  known.set(test, found)
  return found
}

function* findAddresses(test: HostTest, considered: readonly Asset[], now: number): Iterable<string> {
  const pairs = considered.flatMap((record) => addressesOf(record).map((ip) => ({ ip, record })))
  const byAddress = Map.groupBy(pairs, ({ ip }) => ip)
  for (const [ip, found] of byAddress) {
    const records = found.map(({ record }) => record)
    if (hostPasses(test, records, now)) yield ip
  }
}

/** The addresses of a record: a name may have several. */
function addressesOf({ ip, ips }: Asset): readonly string[] {
  if (ip === '') return []
  return ips.length === 0 ? [ip] : ips
}

function hostPasses(test: HostTest, records: readonly Asset[], now: number): boolean {
  const ports = new Set(records.map(({ port }) => port))
  switch (test.op) {
    case 'some':
      return records.some((record) => holds(test.child, record, now, records))
    case 'portCount':
      return test.comparison === '='
        ? ports.size === test.value
        : compares(ports.size, test.comparison, test.value)
    case 'allPorts':
      return test.ports.every((port) => ports.has(port))
  }
}

function holdsWord(word: string, asset: Asset, now: number): boolean {
  const texts = ['title', 'body', 'header', 'host'].map(
    (name) => printValues(asset, fieldNamed(name), now)[0],
  )
  return texts.some((text) => contains(text ?? '', word))
}

function passes(test: Test, field: Field, asset: Asset, now: number): boolean {
  const values = printValues(asset, field, now)
  if (test.op === 'empty') return values.length === 0
  if (test.op === 'boolean') return (values[0] === 'true') === test.value
  if (test.op === 'any') return test.tests.some((one) => passes(one, field, asset, now))
  // Any of its addresses finds a name.
  const others = test.op === 'address' || test.op === 'network' ? asset.ips : []
  return [...values, ...others].some((value) => passesValue(test, value))
}

function passesValue(test: Exclude<Test, TestOf<'empty' | 'boolean' | 'any'>>, value: string): boolean {
  switch (test.op) {
    case 'contains':
      return contains(value, test.value)
    case 'equals':
      return value === test.value
    case 'equalsIgnoringCase':
      return lowerUtf8(value) === lowerUtf8(test.value)
    case 'matches':
      return compiled(test.expression).matcher(value).find()
    case 'wildcard':
      return matchesWildcard(lowerUtf8(value), lowerUtf8(test.pattern))
    case 'number':
      return Number(value) === test.value
    case 'compare':
      return compares(Number(value), test.comparison, test.value)
    case 'reachedIn':
      return isReachedIn(value, test.name)
    case 'address':
      return sameAddress(parseAddress(value), test.address)
    case 'network':
      return liesIn(parseAddress(value), test.network)
    case 'span':
      return liesWithin(value, test.span)
  }
}

// `https://www.example.com:8443` was reached as `www.example.com`.
function isReachedIn(host: string, name: string): boolean {
  const bare = host.replace(/^https?:\/\//, '').replace(/^\[(.*)\].*$/, '$1')
  const reached = bare.split(':').length > 2 ? bare : bare.replace(/:\d+$/, '')
  return reached === name || reached.endsWith(`.${name}`)
}

function compares(value: number, comparison: Comparison, bound: number): boolean {
  if (comparison === '>') return value > bound
  if (comparison === '>=') return value >= bound
  return comparison === '<' ? value < bound : value <= bound
}

function contains(text: string, piece: string): boolean {
  return lowerUtf8(text).includes(lowerUtf8(piece))
}

const cache = new Map<string, RE2JS>()

// In RE2JS, like in RE2 elsewhere, `.` matches anything except a line end unless the expression says `(?s)`.
function compiled(expression: string): RE2JS {
  const known = cache.get(expression)
  if (known !== undefined) return known
  const fresh = RE2JS.compile(expression)
  cache.set(expression, fresh)
  return fresh
}

// `*` first matches nothing, and one character more whenever the rest does not match.
function matchesWildcard(text: string, pattern: string): boolean {
  const [characters, marks] = [Array.from(text), Array.from(pattern)]
  let [at, mark] = [0, 0]
  let star: { readonly mark: number; taken: number } | undefined
  while (at < characters.length) {
    if (marks[mark] === '*') star = { mark: mark++, taken: at }
    else if (marks[mark] === '?' || (mark < marks.length && marks[mark] === characters[at])) {
      mark++
      at++
    } else if (star === undefined) return false
    else {
      at = ++star.taken
      mark = star.mark + 1
    }
  }
  return marks.slice(mark).every((rest) => rest === '*')
}

function sameAddress(address: Address | undefined, wanted: Address): boolean {
  return address !== undefined && address.version === wanted.version && address.value === wanted.value
}

function liesIn(address: Address | undefined, { version, first, last }: AddressRange): boolean {
  return (
    address !== undefined && address.version === version && address.value >= first && address.value <= last
  )
}

function liesWithin(printed: string, { first, next }: Partial<Span>): boolean {
  const instant = Date.parse(`${printed.replace(' ', 'T')}Z`)
  return (first === undefined || instant >= first) && (next === undefined || instant < next)
}
