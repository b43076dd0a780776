// Values that sources state, made fit for the store: kept as they are wherever that is possible.
import type { Column } from '../asset/index.ts'
import { readAddress } from './identity.ts'
import { printable, wellFormed } from './text.ts'

type Clean = (value: unknown) => unknown

const text: Clean = (value) => (typeof value === 'string' ? wellFormed(value) : undefined)

const list: Clean = (value) => {
  if (!Array.isArray(value)) return undefined
  return value.filter((entry) => typeof entry === 'string' && entry !== '').map(wellFormed)
}

const yesNo: Clean = (value) => (typeof value === 'boolean' || value === null ? value : undefined)

function number(least: number, most: number, whole: boolean): Clean {
  return (value) => {
    if (value === null) return null
    if (typeof value !== 'number' || !(value >= least && value <= most)) return undefined
    return whole && !Number.isInteger(value) ? undefined : value
  }
}

const address: Clean = (value) => {
  if (value === '') return ''
  return typeof value === 'string' ? readAddress(value) : undefined
}

/** What is no text, and texts with a form of their own; every other column is a text. */
const CLEANERS: Partial<Record<Column, Clean>> = {
  ip: address,
  banner: (value) => (typeof value === 'string' ? printable(wellFormed(value)) : undefined),
  type: (value) => (value === '' || value === 'subdomain' || value === 'service' ? value : undefined),
  product: list,
  product_version: list,
  category: list,
  tag: list,
  cname: list,
  cert_domain: list,
  status_code: number(0, 65535, true),
  as_number: number(0, 0xffff_ffff, true),
  latitude: number(-90, 90, false),
  longitude: number(-180, 180, false),
  cert_is_match: yesNo,
  cert_is_equal: yesNo,
  is_ipv6: yesNo,
  is_domain: yesNo,
  is_honeypot: yesNo,
  is_fraud: yesNo,
  is_cloud: yesNo,
}

/** The value as the column can hold it, or undefined when it cannot be one. */
export function cleanValue<Value>(column: Column, value: unknown): Value | undefined {
  return (CLEANERS[column] ?? text)(value) as Value | undefined
}
