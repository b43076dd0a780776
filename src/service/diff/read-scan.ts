// Reads the files of one scan into its services, for comparing two scans. Stores nothing.
import { type Asset, NOWHERE } from '../../asset/index.ts'
import { createEnrich, type EnrichContext, readReached } from '../../enrich/index.ts'
import {
  ANCHORS,
  findFiles,
  type Limits,
  type Probed,
  planInputs,
  type Reading,
} from '../../importer/index.ts'

/** The compared columns: those that describe a service, not those that vary between responses. */
const COMPARED = [
  'protocol',
  'title',
  'status_code',
  'server',
  'product',
  'product_version',
  'os',
  'tls_version',
  'cert_subject_cn',
  'cert_sha256',
  'cert_sn',
  'cert_not_after',
  'icon_hash',
  'jarm',
  'hassh',
] as const satisfies readonly (keyof Asset)[]

/** A compared column. */
export type Compared = (typeof COMPARED)[number]

/** One service of a scan. */
export interface Service {
  readonly host: string
  readonly port: number
  readonly transport: Asset['base_protocol']
  /** Values that the scan states; absent columns are unknown. */
  readonly values: ReadonlyMap<Compared, string>
}

/** A parsed scan. */
export interface Scan {
  readonly services: ReadonlyMap<string, Service>
  readonly probed: ProbedPorts
  /** Formats of its inputs. */
  readonly formats: readonly string[]
  readonly rejects: number
  /** Inputs that no importer reads, with the reason, and notes of importers. */
  readonly notes: readonly string[]
}

/** What the user may state about a scan. */
interface ReadScanOptions {
  readonly format?: string | undefined
  readonly port?: number | undefined
  readonly portPattern?: string | undefined
  readonly lineLimit?: number
  readonly limits?: Limits
}

/** Only columns of the service itself are compared, so neither locations nor long bodies are needed. */
const CONTEXT: EnrichContext = {
  locator: { locate: () => NOWHERE, databases: [] },
  importId: 'diff',
  defaultTime: 0,
  bodyLimit: 1024,
}

const MOST_NOTES = 100

/** Reads the files of a scan. Fails with `input` for a path that cannot be read. */
export async function readScan(paths: readonly string[], options: ReadScanOptions): Promise<Scan> {
  const files = await findFiles(paths, ANCHORS)
  const { limits, format, port, portPattern, lineLimit } = options
  const plan = {
    ...{ format, port, portPattern, fields: undefined, coverage: true, now: Date.now() },
    ...(limits !== undefined && { limits }),
    ...(lineLimit !== undefined && { lineLimit }),
  }
  const reader = new ScanReader()
  for await (const planned of planInputs(files, plan)) {
    if ('refused' in planned) reader.note(`${planned.name}: ${planned.refused}`)
    else {
      reader.format(planned.importer.name)
      for await (const reading of planned.importer.read(planned.input, planned.options)) reader.take(reading)
    }
  }
  return reader.scan()
}

class ScanReader {
  readonly #services = new Map<string, Service>()
  readonly #probed = new ProbedPorts()
  readonly #formats = new Set<string>()
  readonly #notes: string[] = []
  readonly #enrich = createEnrich()
  #rejects = 0

  format(name: string): void {
    this.#formats.add(name)
  }

  note(text: string): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(text)
  }

  take(reading: Reading): void {
    switch (reading.kind) {
      case 'observation': {
        const enriched = this.#enrich(reading.observation, CONTEXT)
        if ('asset' in enriched) this.#add(enriched.asset)
        else this.#rejects++
        break
      }
      case 'probed': {
        const name = readReached(reading.probed.host)
        if ('reached' in name) this.#probed.add(name.reached, reading.probed)
        break
      }
      case 'reject':
        this.#rejects++
        break
      case 'note':
        this.note(reading.text)
        break
      case 'skip':
        break
    }
  }

  scan(): Scan {
    return {
      services: this.#services,
      probed: this.#probed,
      formats: [...this.#formats],
      rejects: this.#rejects,
      notes: this.#notes,
    }
  }

  #add(asset: Asset): void {
    const { reached: host, port, base_protocol: transport } = asset
    const key = `${host} ${port} ${transport}`
    const values = new Map(this.#services.get(key)?.values)
    // Several observations of a service complete each other; the first stated value is used.
    for (const column of COMPARED) {
      const value = textOf(asset[column])
      if (value !== '' && !values.has(column)) values.set(column, value)
    }
    this.#services.set(key, { host, port, transport, values })
  }
}

/** A value as text; empty if unknown. */
function textOf(value: Asset[Compared]): string {
  if (typeof value === 'number') return value === 0 ? '' : String(value)
  if (typeof value === 'string') return value
  return [...(value ?? [])].sort().join(', ')
}

/** The ports of hosts that a scan probed, and what it found there instead of a service. */
class ProbedPorts {
  readonly #hosts = new Map<string, Omit<Probed, 'host'>[]>()

  /** Adds what a source says of a host with a canonical name. */
  add(host: string, probed: Omit<Probed, 'host'>): void {
    const known = this.#hosts.get(host)
    if (known === undefined) this.#hosts.set(host, [probed])
    else known.push(probed)
  }

  /** What the scan found at a port instead of a service; undefined when it does not say that it probed it. */
  stateOf(host: string, transport: Probed['transport'], port: number): string | undefined {
    return this.#hosts
      .get(host)
      ?.find(
        (probed) =>
          probed.transport === transport &&
          probed.ports.some(([first, last]) => first <= port && port <= last),
      )?.state
  }
}
