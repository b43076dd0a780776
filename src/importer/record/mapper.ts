// Maps a record under catalogue names to its observation.
import { Buffer } from 'node:buffer'
import { iconType, type Observation, readBaseProtocol, readHost, type Stated } from '../../asset/index.ts'
import { fieldNames } from '../../field/index.ts'
import { isObject, nearest } from '../../util/index.ts'
import type { Reading, ReadOptions } from '../importer.ts'
import { type Json, type JsonObject, leaveOut, readWebAddress, reject } from '../text/index.ts'
import { applyIdentity, applySpelled, applyTime, badField, type Draft, isSet } from './draft.ts'
import { readFindings } from './findings.ts'
import { closedState, saysOpen, spelledBy } from './spelling.ts'
import { leadsToFields, type Meaning, meaningOf, shown } from './value.ts'

const MOST_KEYS = 50

/** What a record states of its host and not of one service. */
const OF_HOSTS: ReadonlySet<string> = new Set(
  (
    'ip domain ptr os country country_name province city latitude longitude as_number as_organization isp ' +
    'type cname'
  ).split(' '),
)

/** A record without what every record needs. */
interface Unusable {
  readonly kind: 'unusable'
  readonly lacks: 'host' | 'port'
}

const REMEDIES: Readonly<Record<Unusable['lacks'], string>> = {
  host: 'no usable `host` or `ip`: a record needs one of them',
  port: 'no `port`: add the field, or give one for all with --port',
}

function isTransport(value: Json): boolean {
  return typeof value === 'string' && readBaseProtocol(value) !== undefined
}

/** Maps the records of one input; `finish` reports the keys that match no field. */
export class RecordMapper {
  readonly #options: ReadOptions
  readonly #meanings = new Map<string, Meaning | undefined>()
  /** Keys that match no field. */
  readonly #unknownKeys = new Set<string>()
  /** Keys of other programs with the first value that is not what the key means. */
  readonly #oddValues = new Map<string, string>()

  constructor(options: ReadOptions) {
    this.#options = options
  }

  /**
   * The readings of one record: its observation, and a reject for each field with an invalid value. `text` is the original for
   * rejects.
   */
  map(record: JsonObject, line: number, text: string): Reading[] {
    const draft: Draft = {
      line,
      text,
      stated: {},
      host: '',
      port: undefined,
      baseProtocol: undefined,
      time: undefined,
      firstSeen: undefined,
      problems: [],
      spelled: new Map(),
      closed: undefined,
      ports: [],
      hasBadPort: false,
      icon: undefined,
      findings: [],
    }
    this.#take(draft, record, '')
    const result = this.#finish(draft)
    if (draft.ports.length > 0) return this.#atEach(draft, result)
    if (result.kind === 'unusable') return [reject(line, whyRejected(draft, result.lacks), text)]
    return [...draft.problems.map((problem) => leaveOut(line, problem, text)), result]
  }

  /** A record of several ports is one of each, where it states nothing that only one of them can have. */
  #atEach(draft: Draft, result: Reading | Unusable): Reading[] {
    const { line, text, ports, problems } = draft
    if (result.kind === 'unusable') return [reject(line, whyRejected(draft, result.lacks), text)]
    if (result.kind !== 'observation') return [result]
    const { observation } = result
    const own = Object.keys(observation.stated).find((name) => !OF_HOSTS.has(name))
    if (own !== undefined || observation.page !== undefined || observation.findings !== undefined)
      return [
        reject(
          line,
          `several ports share one \`${own ?? 'page'}\`: give each port a row or record of its own`,
          text,
        ),
      ]
    return [
      ...problems.map((problem) => leaveOut(line, problem, text)),
      ...ports.map(({ port, transport }): Reading => {
        const baseProtocol = transport ?? observation.baseProtocol
        return { kind: 'observation', line, observation: { ...observation, port, baseProtocol } }
      }),
    ]
  }

  #take(draft: Draft, record: JsonObject, prefix: string): void {
    for (const key in record) {
      const value = record[key] ?? null
      const meaning = this.#meaningOf(prefix + key)
      if (meaning === undefined) this.#unknown(draft, prefix + key, value)
      else if (isObject(value) && leadsToFields(prefix + key)) this.#take(draft, value, `${prefix}${key}.`)
      else this.#apply(draft, prefix + key, meaning, value)
    }
  }

  #meaningOf(key: string): Meaning | undefined {
    const known = this.#meanings.get(key)
    if (known !== undefined) return known
    const meaning = meaningOf(key)
    if (meaning !== undefined) this.#meanings.set(key, meaning)
    return meaning
  }

  /** Reports at the end of the input the keys that match no field. */
  *finish(): Generator<Reading> {
    if (this.#oddValues.size > 0) {
      const odd = [...this.#oddValues].map(([key, value]) => `${shown(key)} (${value})`)
      yield {
        kind: 'note',
        text: `values that are not what their keys usually hold are left out: ${odd.join(', ')}`,
      }
    }
    if (this.#unknownKeys.size === 0) return
    const keys = [...this.#unknownKeys].map((key) => {
      const meant = nearest(key, fieldNames())
      return meant === undefined ? shown(key) : `${shown(key)} (did you mean \`${meant}\`?)`
    })
    const more = this.#unknownKeys.size >= MOST_KEYS ? ' and more' : ''
    yield {
      kind: 'note',
      text: `keys that are not fields of the catalogue are left out: ${keys.join(', ')}${more}`,
    }
  }

  #unknown(draft: Draft, key: string, value: Json): void {
    if (isObject(value) && leadsToFields(key)) {
      this.#take(draft, value, `${key}.`)
      return
    }
    const closed = closedState(key, value)
    const spelled = spelledBy(key)
    if (closed !== undefined) draft.closed = closed
    else if (saysOpen(key, value)) return
    else if (spelled === undefined) this.#leaveOut(key)
    else {
      const name = spelled.name === 'protocol' && isTransport(value) ? 'base_protocol' : spelled.name
      const other = draft.spelled.get(name)
      if (other === undefined || spelled.rank < other.rank)
        draft.spelled.set(name, { rank: spelled.rank, key, value })
    }
  }

  #leaveOutValue(key: string, value: Json): void {
    if (this.#oddValues.size < MOST_KEYS && !this.#oddValues.has(key)) this.#oddValues.set(key, shown(value))
  }

  #leaveOut(key: string): void {
    if (this.#unknownKeys.size < MOST_KEYS) this.#unknownKeys.add(key)
  }

  /** Applies values under keys of other programs where no catalogue name gives one. Invalid values are left out. */
  #applySpelled(draft: Draft): void {
    for (const [name, { key, value }] of draft.spelled)
      if (!isSet(draft, name) && !applySpelled(draft, name, key, value)) this.#leaveOutValue(key, value)
  }

  #apply(draft: Draft, key: string, meaning: Meaning, value: Json): void {
    if (meaning.kind === 'column') {
      const converted = meaning.convert(value)
      if (converted === undefined) return
      if ('bad' in converted) badField(draft, key, converted.bad)
      else draft.stated[columnOf(meaning.column, converted.value)] = converted.value
    } else if (value === null || value === '') return
    else if (meaning.kind === 'time') applyTime(draft, key, meaning.part, value)
    else if (meaning.kind === 'icon') draft.icon = readPicture(value)
    else if (meaning.kind === 'findings') draft.findings = readFindings(value)
    else if (meaning.kind === 'identity') applyIdentity(draft, key, meaning.part, value)
  }

  #finish(draft: Draft): Reading | Unusable {
    const { line, closed } = draft
    if (closed !== undefined && this.#options.coverage !== true)
      return { kind: 'skip', line, reason: `port is ${closed}` }
    // Where `protocol` is the transport, another key may name what is spoken.
    resolveTransport(draft)
    this.#applySpelled(draft)
    const host = draft.host === '' ? undefined : readHost(draft.host)
    resolveTransport(draft)
    const stated = statedBy(draft, host?.scheme)
    const address = stated.link ?? (stated.protocol === undefined ? draft.host : '')
    const link = readWebAddress(address)
    const named = stated.link === undefined ? undefined : link?.reached
    const reached = host?.reached || named || stated.ip || link?.reached
    if (reached === undefined || reached === '') return { kind: 'unusable', lacks: 'host' }
    const port =
      draft.port ??
      draft.ports[0]?.port ??
      host?.port ??
      portOf(host?.scheme) ??
      (draft.hasBadPort ? undefined : portOf(stated.protocol)) ??
      link?.port ??
      (draft.hasBadPort ? undefined : this.#options.port)
    if (port === undefined) return { kind: 'unusable', lacks: 'port' }
    const observation = observed(draft, stated, reached, port, link)
    if (closed === undefined) return { kind: 'observation', line, observation }
    const probed = { host: reached, transport: observation.baseProtocol, ports: [[port, port]] as const }
    return { kind: 'probed', line, probed: { ...probed, state: closed } }
  }
}

/** Many programs write the name of a country where we have its code. */
function columnOf(column: keyof Stated, value: unknown): keyof Stated {
  const isName = column === 'country' && typeof value === 'string' && value.length > 2
  return isName ? 'country_name' : column
}

/** Port scanners call the transport `protocol`; no application protocol has these names. */
function resolveTransport(draft: Draft): void {
  const { protocol } = draft.stated
  const transport = typeof protocol === 'string' ? readBaseProtocol(protocol) : undefined
  if (transport === undefined) return
  draft.baseProtocol ??= transport
  delete draft.stated['protocol']
}

/** What the record states; `ssh://name:22` as its host names the protocol. */
function statedBy(draft: Draft, scheme: string | undefined): Stated {
  const stated = draft.stated as Stated
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return stated
  return { protocol: scheme, ...stated }
}

function observed(
  draft: Draft,
  stated: Stated,
  reached: string,
  port: number,
  link: ReturnType<typeof readWebAddress>,
): Observation {
  const certificate = stated.cert?.startsWith('-----BEGIN CERTIFICATE') ? stated.cert : undefined
  return {
    reached,
    port,
    baseProtocol: draft.baseProtocol ?? 'tcp',
    time: draft.time,
    ...(draft.firstSeen !== undefined && { firstSeen: draft.firstSeen }),
    stated,
    ...(link !== undefined && { page: { scheme: link.scheme, path: link.path } }),
    ...(certificate !== undefined && { certificate }),
    ...(draft.icon !== undefined && { icon: draft.icon }),
    ...(draft.findings.length > 0 && { findings: draft.findings }),
  }
}

/** The picture in base64, with or without the prefix of a `data:` address. */
function readPicture(value: Json): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined
  const bytes = Buffer.from(value.replace(/^data:[^,]{0,100},/, ''), 'base64')
  return iconType(bytes) === undefined ? undefined : bytes
}

function portOf(protocol: string | undefined): number | undefined {
  return protocol === 'https' ? 443 : protocol === 'http' ? 80 : undefined
}

/** A port that is not valid says more than the advice to add one. */
function whyRejected({ problems, hasBadPort }: Draft, lacks: Unusable['lacks']): string {
  return (hasBadPort && lacks === 'port' ? problems : [REMEDIES[lacks], ...problems]).join('; ')
}
