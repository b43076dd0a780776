// The reading side of an import: detects, reads and enriches the inputs, and passes batches on. Runs in a separate thread; knows no
// database of records and no terminal.

import {
  type ExclusionRule,
  exclusionFinder,
  type FindExclusion,
  type Observation,
} from '../../asset/index.ts'
import {
  type Enrich,
  type Locator,
  type LocatorOptions,
  PICTURE_LIMITS,
  type TagsOf,
} from '../../enrich/index.ts'
import type { FoundFile, Input, Limits, Planned, Reading, ReadProgress } from '../../importer/index.ts'
import { findScreenshot, planInputs, STANDARD_INPUT } from '../../importer/index.ts'
import type { RuleSource } from '../../rule/index.ts'
import type { LoadRequest } from '../tag/index.ts'
import { BatchFiller } from './batch-filler.ts'
import { PictureNotes } from './picture-notes.ts'
import { enrichmentOf, locatorOf } from './prepared.ts'
import type { BatchLimits, FormatCounts, InputMark, ReadBatch, ReadMark } from './read-batch.ts'

/** The step that the reader is in. */
export type ReadStep = 'open' | 'read' | 'enrich'

/** A position at which reading failed or hung before: the input or record there is skipped, with the reason. */
export interface ReadFault {
  readonly input: string
  readonly step: ReadStep
  /** Number of complete readings of the input. */
  readonly readings: number
  readonly reason: string
}

/** Everything that reading needs; plain data that can be passed to a thread. */
export interface ReadRequest {
  readonly files: readonly FoundFile[]
  readonly format: string | undefined
  readonly port: number | undefined
  /** Regular expression whose first group is the port in the name of an input. */
  readonly portPattern?: string | undefined
  readonly fields: readonly string[] | undefined
  /** Milliseconds UTC for observations without a time. */
  readonly time: number | undefined
  /** Whether an archive's data about the person who recorded it is kept. */
  readonly keepPersonal: boolean
  readonly now: number
  readonly lineLimit: number | undefined
  readonly limits: Limits | undefined
  readonly importId: string
  /** Largest stored body in bytes. */
  readonly bodyLimit: number
  /** The rules that recognise products. */
  readonly rules?: RuleSource | undefined
  /** The databases of locations and networks. */
  readonly databases: LocatorOptions
  /** The feeds that give addresses tags. */
  readonly feeds?: LoadRequest | undefined
  /** A prefix of input names that is not shown to users. */
  readonly hiddenFolder: string | undefined
  /** Records that these rules exclude are not stored. */
  readonly exclusions?: readonly ExclusionRule[] | undefined
  readonly batch: BatchLimits
  /** How far an earlier run of the same import got. */
  readonly resume: readonly InputMark[]
  readonly faults: readonly ReadFault[]
}

/** Receives the batches and progress reports. */
interface ReadSink {
  /** Sends a batch; resolves when there is room for another. */
  readonly send: (batch: ReadBatch) => Promise<void>
  readonly onFile: (path: string) => void
  readonly onInput: (name: string) => void
  /** The step that starts now, and the number of complete readings of the input. */
  readonly onStep: (step: ReadStep, readings: number) => void
  /** Whether the current delay is caused by the program itself. */
  readonly onPause: (paused: boolean) => void
  readonly progress: ReadProgress
}

/** Reads all inputs to their end. */
export async function readInputs(request: ReadRequest, sink: ReadSink): Promise<void> {
  const run = new ReadRun(request, sink, await openTags(request, sink))
  const timer = setInterval(() => run.flushOld(), request.batch.age / 2)
  try {
    await run.readAll()
  } finally {
    clearInterval(timer)
  }
}

/** The tags of addresses by a locator. */
type OpenTags = (locator: Locator) => TagsOf

/** Loads the feeds; undefined without any. Loading takes long, and is not caused by an input. */
async function openTags({ feeds, now }: ReadRequest, sink: ReadSink): Promise<OpenTags | undefined> {
  if (feeds === undefined || feeds.feeds.length === 0) return undefined
  sink.onPause(true)
  const { loadSourceSetHere, recordTags } = await import('../tag/index.ts')
  const sources = loadSourceSetHere(feeds)
  sink.onPause(false)
  return ({ locate }) => recordTags({ sources, locate, now: Math.floor(now / 1000) }).tagsOf
}

const KIND_NAMES: Readonly<Record<ExclusionRule['kind'], string>> = {
  network: 'network',
  host: 'name',
  certificate: 'certificate fingerprint',
  certificate_name: 'name in a certificate',
}

const REJECT_TEXT_LIMIT = 64 * 1024
const NO_READINGS = { observations: 0, rejects: 0, skipped: 0 }

class ReadRun {
  readonly #request: ReadRequest
  readonly #sink: ReadSink
  readonly #filler: BatchFiller
  readonly #enrich: (observation: Observation, defaultTime: number) => ReturnType<Enrich>
  readonly #findExclusion: FindExclusion
  readonly #resume: ReadonlyMap<string, InputMark>
  /** How often each name occurred; entries of an archive may share one. */
  readonly #seen = new Map<string, number>()
  #file = ''
  #input = ''
  /** The current input, and its complete readings. */
  #planned: Planned | undefined
  #readings = 0
  /** The counts of its readings since its last mark. */
  #counts = { ...NO_READINGS }
  /** Why screenshots of the input were not kept. */
  readonly #pictureNotes = new PictureNotes()
  #sent: Promise<void> = Promise.resolve()

  constructor(request: ReadRequest, sink: ReadSink, tags: OpenTags | undefined) {
    this.#request = request
    this.#sink = sink
    this.#filler = new BatchFiller(request.batch)
    this.#findExclusion = exclusionFinder(request.exclusions ?? [])
    this.#resume = new Map(request.resume.map((mark) => [mark.name, mark]))
    const { importId, bodyLimit } = request
    const enrich = enrichmentOf(request.rules)
    const locator = patientLocator(locatorOf(request.databases), sink)
    const tagsOf = tags?.(locator)
    this.#enrich = (observation, defaultTime) =>
      enrich(observation, { locator, tagsOf, importId, defaultTime, bodyLimit })
  }

  async readAll(): Promise<void> {
    const { files, format, port, portPattern, fields, time, keepPersonal, now, lineLimit, limits } =
      this.#request
    const inputs = planInputs(files, {
      ...{ format, port, portPattern, fields, time, keepPersonal, now },
      ...(lineLimit === undefined ? {} : { lineLimit }),
      ...(limits === undefined ? {} : { limits }),
      progress: this.#sink.progress,
      onFile: ({ path }) => {
        this.#file = path
        this.#sink.onFile(path)
      },
      onOpen: (name) => this.#open(name),
    })
    for await (const planned of inputs) {
      if ('refused' in planned)
        this.#filler.refuse({ name: this.#shown(planned.name), reason: planned.refused })
      else await this.#read(planned)
      // Input that can be read only once must not be lost with the thread.
      if (this.#file === STANDARD_INPUT) await this.#flush()
    }
    await this.#flush()
    await this.#sent
  }

  /** Sends batches that have waited too long; reading continues meanwhile. */
  flushOld(): void {
    if (this.#filler.isOld) void this.#flush()
  }

  /** Assigns an input its name within the import; returns the reason if it is refused unread. */
  #open(name: string): string | undefined {
    const times = (this.#seen.get(name) ?? 0) + 1
    this.#seen.set(name, times)
    this.#input = times === 1 ? name : `${name} (${times})`
    this.#sink.onInput(this.#input)
    this.#sink.onStep('open', 0)
    return this.#request.faults.find(({ input, step }) => input === this.#input && step === 'open')?.reason
  }

  /** Reads one input, except what an earlier run made durable. */
  async #read(planned: Planned): Promise<void> {
    const earlier = this.#resume.get(this.#input)
    this.#planned = planned
    this.#readings = 0
    this.#counts = { ...NO_READINGS }
    if (earlier?.done) this.#readings = earlier.readings
    else await this.#readFrom(planned, earlier?.readings ?? 0)
    for (const text of this.#pictureNotes.take()) this.#note(planned, text)
    this.#planned = undefined
    this.#filler.mark(this.#markOf(planned, true))
  }

  async #readFrom(planned: Planned, known: number): Promise<void> {
    const faults = this.#request.faults.filter(({ input }) => input === this.#input)
    const end = faults.find(({ step }) => step === 'read')
    let line = 1
    this.#sink.onStep('read', 0)
    for await (const reading of end?.readings === 0
      ? []
      : planned.importer.read(planned.input, planned.options)) {
      line = lineOf(reading) ?? line
      const fault = faults.find(({ step, readings }) => step === 'enrich' && readings === this.#readings)
      if (this.#readings >= known)
        this.#take(planned, await withScreenshot(reading, planned.input), fault?.reason)
      this.#readings++
      if (this.#filler.isFull) await this.#flush()
      if (this.#readings === end?.readings) break
      this.#sink.onStep('read', this.#readings)
    }
    if (end !== undefined) this.#reject(planned, { line, reason: end.reason, text: '' })
  }

  #take(planned: Planned, reading: Reading, fault: string | undefined): void {
    switch (reading.kind) {
      case 'note':
        this.#note(planned, reading.text)
        break
      case 'skip':
        this.#filler.skip(planned.importer.name)
        this.#countOne('skipped')
        break
      case 'reject':
        this.#reject(planned, reading.reject)
        break
      // Imports do not request it.
      case 'probed':
        break
      case 'observation':
        this.#sink.onStep('enrich', this.#readings)
        this.#store(planned, reading.observation, reading.line, fault)
        break
    }
  }

  #store(planned: Planned, observation: Observation, line: number, fault: string | undefined): void {
    const enriched = fault === undefined ? this.#enrich(observation, planned.defaultTime) : { reason: fault }
    const rule = 'asset' in enriched ? this.#findExclusion(enriched.asset) : undefined
    if (rule !== undefined) {
      this.#filler.exclude(
        `excluded by a rule of kind ${KIND_NAMES[rule.kind]}`,
        this.#shown(planned.input.name),
      )
    } else if ('asset' in enriched) {
      this.#filler.record(planned.importer.name, enriched, observation.icon)
      this.#pictureNotes.add(observation, enriched)
      this.#countOne('observations')
    } else {
      const text = JSON.stringify(observation.reached).slice(0, REJECT_TEXT_LIMIT)
      this.#reject(planned, { line, reason: enriched.reason, text })
    }
  }

  #note({ input }: Planned, text: string): void {
    this.#filler.note(`${this.#shown(input.name)}: ${text}`)
  }

  #reject(
    planned: Planned,
    reject: { readonly line: number; readonly reason: string; readonly text: string },
  ): void {
    const time = new Date(planned.defaultTime).toISOString()
    const file = this.#shown(planned.input.name)
    this.#filler.reject({ file, format: planned.importer.name, time, ...reject })
    this.#countOne('rejects')
  }

  #countOne(kind: keyof FormatCounts): void {
    this.#counts[kind]++
  }

  #markOf(planned: Planned, done: boolean): ReadMark {
    const format = planned.importer.name
    const counts = this.#counts
    this.#counts = { ...NO_READINGS }
    return { name: this.#input, readings: this.#readings, done, format, counts }
  }

  /** Batches are sent in order, whichever call sends them. */
  #flush(): Promise<void> {
    const batch = this.#filler.take(this.#planned && this.#markOf(this.#planned, false))
    this.#sent = this.#sent.then(() => this.#sink.send(batch))
    return this.#sent
  }

  #shown(name: string): string {
    const { hiddenFolder } = this.#request
    return hiddenFolder !== undefined && name.startsWith(hiddenFolder)
      ? name.slice(hiddenFolder.length)
      : name
  }
}

/** The first lookup of an address family opens its databases: that takes long, and is not caused by a record. */
function patientLocator(locator: Locator, sink: ReadSink): Locator {
  const opened = { four: false, six: false }
  const locate: Locator['locate'] = (ip) => {
    const family = ip.includes(':') ? 'six' : 'four'
    if (opened[family] || ip === '') return locator.locate(ip)
    opened[family] = true
    sink.onPause(true)
    const found = locator.locate(ip)
    sink.onPause(false)
    return found
  }
  return { ...locator, locate }
}

/** The reading with the bytes of its screenshot, where they are in a file beside the input. */
async function withScreenshot(reading: Reading, input: Input): Promise<Reading> {
  if (reading.kind !== 'observation') return reading
  const { screenshot } = reading.observation
  if (screenshot === undefined || screenshot instanceof Uint8Array) return reading
  const bytes = await findScreenshot(screenshot, input, PICTURE_LIMITS.bytes)
  return bytes === undefined
    ? reading
    : { ...reading, observation: { ...reading.observation, screenshot: bytes } }
}

function lineOf(reading: Reading): number | undefined {
  if (reading.kind === 'note') return undefined
  return reading.kind === 'reject' ? reading.reject.line : reading.line
}
