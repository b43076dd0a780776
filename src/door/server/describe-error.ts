import type { FastifyRequest } from 'fastify'
import { decodeQuery } from './decode-query.ts'
import { parametersOf } from './parameters.ts'

/** The replacement for removed text in a log. */
const REMOVED = '[removed]'
/** Shorter texts are not secrets, and removing them would garble everything. */
const SHORTEST = 3

/** An error for the log: credentials and queries that the caller sent are removed from its texts. */
export function describeError(error: unknown, request: FastifyRequest): object {
  const secrets = secretsOf(request)
  const clean = (text: string): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, REMOVED), text)
  const describe = (at: unknown, depth: number): object => {
    if (!(at instanceof Error)) return { message: clean(String(at)) }
    const { name, message, stack = '', cause } = at
    const inner = at instanceof AggregateError ? at.errors : cause === undefined ? [] : [cause]
    const causes = depth < 5 ? inner.map((one) => describe(one, depth + 1)) : []
    return { name, message: clean(message), stack: clean(stack), ...(causes.length > 0 && { causes }) }
  }
  return describe(error, 0)
}

/** Everything of a request that must not be logged, longest first. */
function secretsOf(request: FastifyRequest): readonly string[] {
  const parameter = parametersOf(request)
  const encoded = parameter('qbase64')
  const query = encoded === undefined ? undefined : decoded(encoded)
  const values = [...(query ?? '').matchAll(/"([^"]+)"|'([^']+)'/g)].map(
    ([, double, single]) => double ?? single,
  )
  return [parameter('key'), parameter('email'), encoded, query, ...values]
    .filter((text): text is string => text !== undefined && text.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
}

function decoded(encoded: string): string | undefined {
  try {
    return decodeQuery(encoded)
  } catch {
    return undefined
  }
}
