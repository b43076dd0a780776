// Names with their addresses: dnsx, massdns (`-o S`), subfinder, amass and crt.sh, as JSON, as lines and as the database of amass. They name no port: with the one that
// the user states, each name becomes a record at it; without, such files are refused with that advice.
import type { DatabaseSync } from 'node:sqlite'
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  type MapContext,
  type Mapped,
  NO_PORT,
  objectsAt,
  readMapped,
  readMappedLines,
  rejected,
  serviceOf,
  shareOfLines,
  skipped,
  textAt,
  textsAt,
  isHostName,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Refusal, Sample } from '../importer.ts'
import {
  asObject,
  type JsonObject,
  lookAhead,
  peekObjects,
  readDatabase,
  reject,
  SQLITE_START,
  type Tables,
} from '../text/index.ts'
import { isGraph, readGraph } from './amass-graph.ts'
import { readAnswer } from './line.ts'

/** What a tool says of a name. */
interface Named {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  readonly cname: readonly string[]
  readonly time: unknown
}

/** `pairs` are of no tool in particular. */
type Tool = 'dnsx' | 'subfinder' | 'amass' | 'crt.sh' | 'pairs'

function toolOf(record: JsonObject): Tool | undefined {
  if ('issuer_ca_id' in record && 'name_value' in record) return 'crt.sh'
  if ('port' in record || 'url' in record) return undefined
  if ('ip_address' in record && 'domain' in record) return 'pairs'
  if (Array.isArray(record['addresses']) && 'name' in record && 'domain' in record) return 'amass'
  if ('host' in record && 'input' in record && ('source' in record || 'sources' in record)) return 'subfinder'
  const answered = ['a', 'aaaa', 'cname', 'mx', 'ns', 'txt', 'soa', 'ptr', 'resolver'].some(
    (key) => key in record,
  )
  const status = textAt(record, 'status_code')
  return 'host' in record && answered && status !== undefined && /^[A-Z]+$/.test(status) ? 'dnsx' : undefined
}

function namedBy(record: JsonObject, tool: Tool): Named {
  const time = record['timestamp']
  switch (tool) {
    case 'crt.sh': {
      const names = [...(textAt(record, 'name_value') ?? '').split('\n'), textAt(record, 'common_name') ?? '']
      return { names, addresses: [], cname: [], time: undefined }
    }
    case 'amass': {
      const addresses = objectsAt(record, 'addresses').flatMap((entry) => textAt(entry, 'ip') ?? [])
      return { names: textsAt(record, 'name'), addresses, cname: [], time }
    }
    case 'pairs':
      return { names: textsAt(record, 'domain'), addresses: textsAt(record, 'ip_address'), cname: [], time }
    case 'subfinder':
      return { names: textsAt(record, 'host'), addresses: textsAt(record, 'ip'), cname: [], time }
    case 'dnsx': {
      const addresses = [...textsAt(record, 'a'), ...textsAt(record, 'aaaa')]
      return { names: textsAt(record, 'host'), addresses, cname: textsAt(record, 'cname'), time }
    }
  }
}

function* map(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  const line = asObject(record['answer'])
  const tool = toolOf(record)
  if (tool === undefined && line === undefined) return yield rejected('no record of a name')
  if (options.port === undefined) return yield rejected(NO_PORT)
  const named = line === undefined && tool !== undefined ? namedBy(record, tool) : answerOf(line ?? {})
  if (tool === 'dnsx' && named.addresses.length === 0 && named.cname.length === 0)
    return yield skipped(`a name without an address (${textAt(record, 'status_code') ?? ''})`)
  yield* mapNames(named, options.port)
}

function* mapNames({ names, addresses, cname, time }: Named, port: number): Generator<Mapped> {
  const known = addresses.flatMap((text) => canonicalAddress(text) ?? [])
  const distinct = [...new Set(names.map((name) => name.trim().toLowerCase().replace(/\.$/, '')))]
  const usable = distinct.filter((name) => isHostName(name))
  // Wildcards, and the people and organisations that certificates name.
  if (usable.length === 0) return yield skipped('no name of a host')
  const stated = defined<Stated>({ cname: cname.map((name) => name.replace(/\.$/, '')) })
  for (const name of usable)
    yield serviceOf({
      name,
      address: known[0],
      port,
      time,
      stated,
      ...(known.length > 1 && { addresses: known }),
    })
}

function answerOf(line: JsonObject): Named {
  const [type, data] = [textAt(line, 'type'), textsAt(line, 'data')]
  const isAddress = type === 'A' || type === 'AAAA'
  return {
    names: isAddress || type === 'CNAME' ? textsAt(line, 'name') : [],
    addresses: isAddress ? data : [],
    cname: type === 'CNAME' ? data : [],
    time: undefined,
  }
}

const LINES = { read: readAnswer, complaint: 'no name with its addresses', map }

function* readNames(database: DatabaseSync, tables: Tables, port: number | undefined): Generator<Reading> {
  const graph = readGraph(database, tables)
  if (graph === undefined) yield { kind: 'note', text: 'the database is not a graph of amass' }
  let line = 0
  for (const named of graph ?? []) {
    line++
    if (port === undefined) yield reject(line, NO_PORT, named.name)
    else
      for (const mapped of mapNames({ ...named, names: [named.name] }, port))
        yield mapped.kind === 'reject' ? reject(line, mapped.reason, named.name) : { ...mapped, line }
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (start.startsWith(SQLITE_START))
    yield* readDatabase(again, (database, tables) => readNames(database, tables, options.port))
  else if (/^[[{]/.test(start)) yield* readMapped(again, options, [], map)
  else yield* readMappedLines(again, options, LINES)
}

function detect(sample: Sample): number {
  if (sample.text.startsWith(SQLITE_START)) return isGraph(sample.text) ? 0.995 : 0
  const [first] = peekObjects(sample)
  if (first !== undefined) return toolOf(first) === undefined ? 0 : 0.96
  return shareOfLines(sample, readAnswer) >= 0.9 ? 0.96 : 0
}

/** Names with their addresses. */
export const namesImporter: Importer = {
  name: 'names',
  label:
    'names with their addresses (dnsx, massdns `-o S`, subfinder, amass with its database, crt.sh; needs `--port`)',
  detect,
  read,
}

/** The same files without a port. */
export const NAMES_REFUSALS: readonly Refusal[] = [
  {
    name: 'a list of names with their addresses',
    detect: (sample) => {
      const score = detect(sample)
      return score > 0 ? Math.max(0.985, score + 0.002) : 0
    },
    advice:
      'it names no services; import what httpx or naabu find on them, or state the port of all records with --port',
    withoutPort: true,
  },
]
