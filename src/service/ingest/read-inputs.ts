// The reading side of an import: detects, reads and enriches the inputs, and passes batches on. Runs in a separate thread; knows no
// database of records and no terminal.

import type { ExclusionRule } from '../../asset/index.ts'
import { PICTURE_LIMITS } from '../../enrich/index.ts'
import type { Input, Planned, Reading } from '../../importer/index.ts'
import { findScreenshot, planInputs, STANDARD_INPUT } from '../../importer/index.ts'
import { BatchFiller } from './batch-filler.ts'
import { EnrichQueue } from './enrich-queue.ts'
import { type Enricher, type Outcome, openEnricher } from './enricher.ts'
import { EnrichingThreads } from './enriching-threads.ts'
import { type Enriched, OpenInput, type PackedOutcome, type Portion } from './portion.ts'
import type { InputMark } from './read-batch.ts'
import type { ReadRequest, ReadSink } from './read-request.ts'
import type { RejectLine } from './rejects.ts'

/** Reads all inputs to their end. */
export async function readInputs(request: ReadRequest, sink: ReadSink): Promise<void> {
  const run = new ReadRun(request, sink, await openEnricher(request, sink.onPause))
  const timer = setInterval(() => run.flushOld(), request.batch.age / 2)
  try {
    await run.readAll()
  } finally {
    clearInterval(timer)
    await run.close()
  }
}

const KIND_NAMES: Readonly<Record<ExclusionRule['kind'], string>> = {
  network: 'network',
  host: 'name',
  certificate: 'certificate fingerprint',
  certificate_name: 'name in a certificate',
}

type ObservationReading = Extract<Reading, { readonly kind: 'observation' }>

const REJECT_TEXT_LIMIT = 64 * 1024

class ReadRun {
  readonly #request: ReadRequest
  readonly #sink: ReadSink
  readonly #filler: BatchFiller
  readonly #queue: EnrichQueue
  readonly #resume: ReadonlyMap<string, InputMark>
  /** How often each name occurred; entries of an archive may share one. */
  readonly #seen = new Map<string, number>()
  #file = ''
  #name = ''
  /** The input that is read. */
  #input: OpenInput | undefined
  /** The input of which a part was added to the batch last, unless it is complete. */
  #batched: OpenInput | undefined
  /** The input that was reported last; undefined while another one is opened. */
  #reported: OpenInput | undefined
  #sent: Promise<void> = Promise.resolve()

  constructor(request: ReadRequest, sink: ReadSink, enrich: Enricher) {
    this.#request = request
    this.#sink = sink
    this.#filler = new BatchFiller(request.batch)
    this.#resume = new Map(request.resume.map((mark) => [mark.name, mark]))
    this.#queue = new EnrichQueue({
      enrich,
      startThreads: threadsOf(request),
      onEnrich: (input, readings) => this.#goTo(input, readings),
      onEnriched: () => this.#goBack(),
      fill: (portion, enriched) => this.#fill(portion, enriched),
      finish: (input) => this.#finish(input),
    })
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
    await this.#queue.drain()
    await this.#flush()
    await this.#sent
  }

  async close(): Promise<void> {
    await this.#queue.close()
  }

  /** Sends batches that have waited too long; reading continues meanwhile. */
  flushOld(): void {
    if (this.#filler.isOld) void this.#flush()
  }

  /** Assigns an input its name within the import; returns the reason if it is refused unread. */
  #open(name: string): string | undefined {
    const times = (this.#seen.get(name) ?? 0) + 1
    this.#seen.set(name, times)
    this.#name = times === 1 ? name : `${name} (${times})`
    this.#reported = undefined
    this.#sink.onInput(this.#name)
    this.#sink.onStep('open', 0)
    return this.#request.faults.find(({ input, step }) => input === this.#name && step === 'open')?.reason
  }

  /** Reads one input, except what an earlier run made durable. */
  async #read(planned: Planned): Promise<void> {
    const earlier = this.#resume.get(this.#name)
    const input = new OpenInput(planned, this.#file, this.#name)
    this.#input = input
    this.#reported = input
    if (earlier?.done) input.batched = earlier.readings
    else await this.#readFrom(input, earlier?.readings ?? 0)
    this.#queue.end(input)
    this.#input = undefined
  }

  async #readFrom(input: OpenInput, known: number): Promise<void> {
    const { planned } = input
    const faults = this.#request.faults.filter((fault) => fault.input === input.name)
    const end = faults.find(({ step }) => step === 'read')
    let line = 1
    this.#sink.onStep('read', 0)
    for await (const reading of end?.readings === 0
      ? []
      : planned.importer.read(planned.input, planned.options)) {
      line = lineOf(reading) ?? line
      const fault = faults.find(({ step, readings }) => step === 'enrich' && readings === input.readings)
      if (input.readings < known) input.batched++
      else this.#queue.add(input, await withScreenshot(reading, planned.input), fault?.reason)
      input.readings++
      await this.#queue.room()
      await this.#sent
      if (input.readings === end?.readings) break
      this.#sink.onStep('read', input.readings)
    }
    if (end !== undefined) input.fault = { line, reason: end.reason }
  }

  /** Adds the readings of a portion to the batch. */
  #fill({ input, first, readings }: Portion, enriched: Enriched): void {
    const isPacked = 'records' in enriched
    if (isPacked) this.#filler.append(enriched.records)
    const outcomes: Iterator<Outcome | PackedOutcome> = (isPacked ? enriched.outcomes : enriched).values()
    this.#batched = input
    for (const [index, { reading, fault }] of readings.entries()) {
      input.batched++
      if (reading.kind !== 'observation') this.#take(input, reading)
      else {
        this.#goTo(input, first + index)
        this.#store(input, reading, fault === undefined ? outcomes.next().value : { reason: fault })
      }
    }
    if (this.#filler.isFull) void this.#flush()
  }

  #take(input: OpenInput, reading: Exclude<Reading, ObservationReading>): void {
    switch (reading.kind) {
      case 'note':
        this.#note(input, reading.text)
        break
      case 'skip':
        this.#filler.skip(input.planned.importer.name)
        input.count('skipped')
        break
      case 'reject':
        this.#reject(input, reading.reject)
        break
      // Imports do not request it.
      case 'probed':
        break
    }
  }

  #store(
    input: OpenInput,
    { observation, line }: ObservationReading,
    outcome: Outcome | PackedOutcome,
  ): void {
    if ('excluded' in outcome) {
      const reason = `excluded by a rule of kind ${KIND_NAMES[outcome.excluded]}`
      this.#filler.exclude(reason, this.#shown(input.planned.input.name))
    } else if ('reason' in outcome) {
      const text = JSON.stringify(observation.reached).slice(0, REJECT_TEXT_LIMIT)
      this.#reject(input, { line, reason: outcome.reason, text })
    } else {
      if ('asset' in outcome) this.#filler.add(outcome.asset)
      this.#filler.count(input.planned.importer.name, outcome.picture, observation.icon)
      input.pictureNotes.add(observation, outcome)
      input.count('observations')
    }
  }

  /** Ends an input of which everything is in the batch. */
  #finish(input: OpenInput): void {
    if (input.fault !== undefined) this.#reject(input, { ...input.fault, text: '' })
    for (const text of input.pictureNotes.take()) this.#note(input, text)
    this.#batched = undefined
    this.#filler.mark(input.mark(true))
  }

  /** Reports which observation is enriched; its input may be one before the one that is read. */
  #goTo(input: OpenInput, readings: number): void {
    if (input !== this.#reported) this.#report(input)
    this.#sink.onStep('enrich', readings)
  }

  /** Reports the position of reading again. */
  #goBack(): void {
    if (this.#input !== undefined && this.#input !== this.#reported) this.#report(this.#input)
    if (this.#input === undefined && this.#reported !== undefined) {
      this.#reported = undefined
      this.#sink.onFile(this.#file)
      this.#sink.onInput(this.#name)
    }
    this.#sink.onStep(this.#input === undefined ? 'open' : 'read', this.#input?.readings ?? 0)
  }

  #report(input: OpenInput): void {
    this.#reported = input
    this.#sink.onFile(input.file)
    this.#sink.onInput(input.name)
  }

  #note({ planned }: OpenInput, text: string): void {
    this.#filler.note(`${this.#shown(planned.input.name)}: ${text}`)
  }

  #reject(input: OpenInput, reject: Omit<RejectLine, 'file' | 'format' | 'time'>): void {
    const { importer, defaultTime } = input.planned
    const time = new Date(defaultTime).toISOString()
    const file = this.#shown(input.planned.input.name)
    this.#filler.reject({ file, format: importer.name, time, ...reject })
    input.count('rejects')
  }

  /** Batches are sent in order, whichever call sends them. */
  #flush(): Promise<void> {
    const batch = this.#filler.take(this.#batched?.mark(false))
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

/** Starts the threads that help; none do for what can be read only once, which is passed on as it comes. */
function threadsOf(request: ReadRequest): (() => EnrichingThreads) | undefined {
  const { files, enrichingThreads: count = 0, ...rest } = request
  if (count === 0 || files.some(({ path }) => path === STANDARD_INPUT)) return undefined
  const { importId, bodyLimit, rules, databases, feeds, exclusions, now } = rest
  return () =>
    new EnrichingThreads({ importId, bodyLimit, rules, databases, feeds, exclusions, now }, { count })
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
