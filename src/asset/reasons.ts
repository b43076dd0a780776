// Explains why a record has its products: what rules found, what the source stated, and where the two differ.
import { type Evidence, readEvidence } from './evidence.ts'

/** The reason for one product or operating system. */
export interface Reason {
  readonly name: string
  readonly version: string
  readonly rule: string
  readonly field: string
  readonly text: string
  /** Seconds since 1970 UTC. */
  readonly since: number
  /** What the source stated instead: another version of the product, or another operating system. */
  readonly stated: string
}

/** The reasons for the products of a record. */
interface Reasons {
  readonly found: readonly Reason[]
  /** The products that the source stated. */
  readonly stated: readonly string[]
}

/** Reads the evidence of a record, whatever its members are. */
export function readReasons(text: string): Reasons {
  const { found, before } = readEvidence(text)
  if (!Array.isArray(found)) return { found: [], stated: [] }
  const stated = textsOf(before?.product)
  return { stated, found: found.map((one) => reasonOf(one, before ?? {}, stated)) }
}

function reasonOf(
  { product, version, os, rule, field, text, since }: Evidence['found'][number],
  before: Evidence['before'],
  stated: readonly string[],
): Reason {
  const isStated = product !== undefined && stated.some((name) => isSameProduct(name, product))
  const versions = textsOf(before.product_version)
  const otherVersion = isStated && version !== undefined && versions.length > 0 && !versions.includes(version)
  const otherSystem = product === undefined && os !== undefined && before.os && !isSameProduct(before.os, os)
  return {
    ...{ name: String(product ?? os ?? ''), version: String(version ?? ''), rule: String(rule) },
    ...{ field: String(field), text: String(text), since: Number(since) || 0 },
    stated: otherVersion ? versions.join(', ') : otherSystem ? String(before.os) : '',
  }
}

/** Whether two names mean the same product: one may also contain the vendor or another word. */
export function isSameProduct(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return a !== undefined && b !== undefined && a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
