// Lists that an account stores under a name and uses as `ip="@office"`: their elements, and their use in conditions.
import type { Field } from '../field/index.ts'
import { type Address, nearest, parseAddress, parseNetwork } from '../util/index.ts'
import { testsOfList } from './prepared-list.ts'
import { shown } from './problem.ts'
import type { AddressRange } from './tree.ts'
import { type ReadValue, readAddress } from './typed-value.ts'

/** One element of a stored list. */
export type ListElement =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'network'; readonly network: AddressRange }
  /** A DNS name in lower case. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }

/** The lists that a query may name. */
export interface Lists {
  readonly find: (name: string) => readonly ListElement[] | undefined
  readonly names: readonly string[]
}

/** No lists: naming one is an error. */
export const NO_LISTS: Lists = { find: () => undefined, names: [] }

/** Any name is an empty list: for checks where the lists are unknown. */
export const ANY_LIST: Lists = { find: () => [], names: [] }

const NAME = /^@([\p{L}\p{N}_.-]{1,80})$/u

/** The name of the list that a value names; undefined for any other value. */
export function listNameIn(value: string): string | undefined {
  return NAME.exec(value.trim())?.[1]
}

/** Whether a text can be the name of a list. */
export function isListName(name: string): boolean {
  return NAME.test(`@${name}`)
}

/** Reads an address, a CIDR, a range `first-last`, the number of a network (`AS64500`) or a DNS name; undefined for anything else. */
export function readListElement(text: string): ListElement | undefined {
  const number = /^(?:as)?(\d{1,10})$/i.exec(text)?.[1]
  if (number !== undefined) return { kind: 'number', value: Number(number) }
  const address = parseAddress(text)
  if (address !== undefined) return { kind: 'address', address }
  const name = /^(?=.{1,253}$)(?:[\p{L}\p{N}_-]{1,63}\.)+[\p{L}\p{N}-]{2,63}\.?$/u.test(text)
  if (name && !/^[\d.]+$/.test(text)) return { kind: 'name', name: text.replace(/\.$/, '').toLowerCase() }
  const read = parseNetwork(text) !== undefined || text.includes('-') ? readAddress(text, true) : undefined
  if (read === undefined || 'problem' in read || read.test.op !== 'network') return undefined
  return { kind: 'network', network: read.test.network }
}

/** Reads the value of a condition that names a list; undefined for other values, and for fields that do not accept lists. */
export function readListName(
  value: string,
  field: Field,
  exact: boolean,
  lists: Lists,
): ReadValue | undefined {
  const name = TAKEN[field.name] === undefined ? undefined : listNameIn(value)
  if (name === undefined) return undefined
  const elements = lists.find(name)
  if (elements === undefined) return { problem: unknownList(name, lists) }
  const tests = testsOfList(elements, field, exact)
  if (tests.length === 0 && elements.length > 0) return { problem: unusable(name, field) }
  return { test: { op: 'any', tests } }
}

/** Whether a condition on a field names a stored list, alone or among other values. */
export function namesList(field: Field, value: string): boolean {
  return (
    TAKEN[field.name] !== undefined && value.split(',').some((element) => listNameIn(element) !== undefined)
  )
}

const TAKEN: Readonly<Record<string, string>> = {
  ip: 'addresses or networks',
  domain: 'names',
  host: 'names or addresses',
  as_number: 'numbers of networks',
}

function unknownList(name: string, { names }: Lists) {
  const near = nearest(name, names)
  return {
    found: `the list ${shown(`@${name}`)}, which this account does not have`,
    expected: 'the name of a stored list',
    suggestion: near === undefined ? undefined : `@${near}`,
  }
}

function unusable(name: string, field: Field) {
  return {
    found: `the list ${shown(`@${name}`)} contains nothing to compare with ${shown(field.name)}`,
    expected: `a list of ${TAKEN[field.name] ?? 'values'}`,
  }
}
