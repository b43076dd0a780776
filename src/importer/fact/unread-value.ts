// Times and addresses of a record that nobody can read: the record is kept without them, and each is rejected by its name.
import type { Observation } from '../../asset/index.ts'
import { canonicalAddress, visible } from '../../util/index.ts'
import { type Json, type JsonObject, readTime } from '../text/index.ts'

/** Names under which tools write when they saw a service. */
const TIME =
  /^@?(?:time_?stamp(?:_(?:ts|str))?|time|ts|(?:probed|updated?|observed|seen|scanned|created)_?(?:at|time)|last_(?:seen|updated?(?:_at)?)|scan_(?:d?time|date))$/i
/** Names under which tools write the address of a service. */
const ADDRESS = /^(?:ip|ip_?str|host_?ip|ip_?addr(?:ess)?)$/i
/** Texts instead of a value: nothing, dashes, and the time that Go's programs begin with. */
const NOTHING = /^(?:|-+|0|null|none|n\/a|unknown|0001-01-01.*)$/i
/** How long an answer took: `419.9ms`, `1m2.5s`. */
const DURATION = /^(?:[\d.]+\s?(?:ns|µs|us|ms|s|m|h))+$/i

const LONGEST = 64

const shown = (text: string): string =>
  `\`${visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)}\``

/** Why values of a record are missing from what was read of it; none where nothing is missing. */
export function* unreadValues(record: JsonObject, { time, reached, stated }: Observation): Generator<string> {
  const entries = Object.entries(record)
  if (time === undefined)
    for (const [name, value] of entries)
      if (TIME.test(name) && isWrongTime(value))
        yield `\`${name}\`: ${shown(String(value))} is not a valid time; the record is kept without it`
  // A name may stand where other tools write an address.
  if (stated.ip !== undefined || isAddress(reached)) return
  for (const [name, value] of entries)
    if (ADDRESS.test(name) && typeof value === 'string' && !NOTHING.test(value.trim()) && !isAddress(value))
      yield `\`${name}\`: ${shown(value)} is not a valid IPv4 or IPv6 address; the record is kept without it`
}

function isWrongTime(value: Json | undefined): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value).trim()
  return !NOTHING.test(text) && !DURATION.test(text) && readTime(value) === undefined
}

const isAddress = (text: string): boolean =>
  canonicalAddress(text.trim().replace(/^\[(.*)\]$/, '$1')) !== undefined
