// Generates stored lists from the values of given records, and queries that name them.
import fc from 'fast-check'
import type { Asset } from '../../src/asset/index.ts'
import {
  type ListElement,
  type Lists,
  parseQuery,
  printQuery,
  readListElement,
} from '../../src/query/index.ts'

const NAMES = ['addresses', 'names', 'networks', 'mixed'] as const

/** Lists of addresses, networks, names and AS numbers that some of the records contain. */
export function listsOf(assets: readonly Asset[]): Lists {
  const some = assets.filter((_, index) => index % 3 === 0)
  const elements = (texts: readonly string[]): readonly ListElement[] =>
    [...new Set(texts)].flatMap((text) => readListElement(text) ?? [])
  const addresses = some.flatMap(({ ip }) => (ip === '' ? [] : [ip]))
  const names = some.flatMap(({ domain, reached }) => [domain, reached].filter((name) => name !== ''))
  const networks = addresses.map((ip) => (ip.includes(':') ? `${ip}/64` : `${ip}/28`))
  const numbers = some.flatMap(({ as_number }) => (as_number === null ? [] : [`AS${as_number}`]))
  const lists: Readonly<Record<(typeof NAMES)[number], readonly ListElement[]>> = {
    addresses: elements([...addresses, '192.0.2.1']),
    names: elements([...names, 'www.example.com']),
    networks: elements([...networks, 'AS64500', ...numbers]),
    mixed: elements([...addresses, ...names, ...networks, ...numbers, '192.0.2.1', 'example.com', 'AS64500']),
  }
  return { find: (name) => NAMES.flatMap((known) => (known === name ? [lists[known]] : []))[0], names: NAMES }
}

const CONDITIONS = [
  ...['ip="@addresses"', 'ip!="@networks"', 'ip=="@mixed"', 'ip="@addresses, 198.51.100.0/24"'],
  ...['domain="@names"', 'domain!=="@mixed"', 'host="@names"', 'host!="@mixed"', 'host=="@addresses"'],
  ...[
    'as_number="@networks"',
    'as_number!="@mixed, 1"',
    'ip_filter(ip="@addresses")',
    'ip_exclude(host="@names")',
  ],
] as const

/** Queries joined with a condition that names a list. */
export function namingLists(queries: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const joiner = fc.constantFrom('&&', '||', '&& !')
  return fc.tuple(queries, joiner, fc.constantFrom(...CONDITIONS)).map(([text, joined, condition]) => {
    return `(${printQuery(parseQuery(text).root)}) ${joined} (${condition})`
  })
}
