// Conditions on all records of an address, as semi-joins: the matching addresses are found once, and every record is looked up
// among them. A record without address never matches.
import type { HostTest, ResolvedNode } from '../query/index.ts'
import { type Fragment, floats, parameter, sql } from './fragment.ts'
import { COMPARISON_SIGN } from './sign.ts'

/** Compiles such a condition; `considered` selects the records that count, `compile` compiles conditions on single records. */
export function compileHost(
  test: HostTest,
  considered: Fragment,
  compile: (node: ResolvedNode) => Fragment,
): Fragment {
  return sql`(ip != '' AND arrayExists(x -> x GLOBAL IN (${addresses(test, considered, compile)}), ${ADDRESSES}))`
}

/** The addresses of a record: a name may have several. */
const ADDRESSES = sql`if(empty(ips), [address], arrayMap(a -> toIPv6OrDefault(a), ips))`

function addresses(
  test: HostTest,
  considered: Fragment,
  compile: (node: ResolvedNode) => Fragment,
): Fragment {
  const known = sql`SELECT arrayJoin(${ADDRESSES}) AS one FROM records WHERE ip != '' AND ${considered}`
  switch (test.op) {
    case 'some':
      return sql`${known} AND ${compile(test.child)}`
    case 'portCount': {
      const bound = parameter('Float64', String(test.value))
      return sql`${known} GROUP BY one HAVING uniqExact(port) ${COMPARISON_SIGN[test.comparison]} ${bound}`
    }
    case 'allPorts': {
      const count = parameter('UInt32', String(test.ports.length))
      return sql`${known} AND port IN ${floats(test.ports)} GROUP BY one HAVING uniqExact(port) = ${count}`
    }
  }
}
