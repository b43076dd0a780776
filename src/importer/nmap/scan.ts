// One scan of Nmap as the elements of its XML, which its texts are translated to: whole, aborted, resumed, or one `<host>` alone.
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { attributeOf, type ElementEvent, readElements, readLines, readTime, reject } from '../text/index.ts'
import { COVERAGE_ELEMENTS, CoverageReader } from './coverage.ts'
import { HostReader } from './host.ts'

/** Parts of a host that are read whole, and elements around hosts in which nothing may be mistaken for a host's part. */
const PARTS = new Set(['address', 'hostname', 'status', 'os', 'port', 'hostscript', 'timestamp'])
const OTHERS = ['hosthint', 'prescript', 'postscript', 'trace', 'traceroute', 'smurf', 'times', 'finished']
const WANTED = new Set([...PARTS, ...OTHERS])
const WANTED_FOR_COVERAGE = new Set([...WANTED, ...COVERAGE_ELEMENTS])

/** One scan while it is read. */
export class ScanReader {
  readonly #coverage: CoverageReader | undefined
  #host: HostReader | undefined
  #runTime: number | undefined
  #started = false
  #ended = false
  /** Something of the host could not be read: what it says of its other ports may be wrong too. */
  #isDamaged = false

  constructor(coverage: CoverageReader | undefined) {
    this.#coverage = coverage
  }

  *take(event: ElementEvent): Generator<Reading> {
    for (const reading of this.#take(event)) {
      if (reading.kind === 'reject') this.#isDamaged = true
      yield reading
    }
  }

  /** A line of the text could not be read at all. */
  damage(): void {
    this.#isDamaged = true
  }

  *#take(event: ElementEvent): Generator<Reading> {
    if (event.kind === 'open') yield* this.#open(event)
    else if (event.kind === 'close') yield* this.#close(event.name)
    else if (event.kind === 'element') yield* this.#element(event.element)
    else if (event.kind === 'reject') yield event
    else if (event.kind === 'torn' && event.element.name === 'port')
      yield this.#host?.torn(event.element, event.reason) ?? reject(event.element.line, event.reason, '')
  }

  *end(): Generator<Reading> {
    yield* this.#closeHost()
    if (this.#started && !this.#ended)
      yield { kind: 'note', text: 'the scan was aborted: the file ends before its closing part' }
  }

  *#open(event: ElementEvent & { kind: 'open' }): Generator<Reading> {
    if (event.name === 'nmaprun') {
      this.#started = true
      // `--append-output` writes one scan behind another.
      this.#ended = false
      this.#coverage?.startScan()
      this.#runTime = readTime(event.attributes.get('start'))
    } else if (event.name === 'host') {
      yield* this.#closeHost()
      this.#coverage?.startHost()
      this.#isDamaged = false
      this.#host = new HostReader(event.attributes, event.line, this.#runTime)
      if (event.empty) yield* this.#closeHost()
    }
  }

  *#close(name: string): Generator<Reading> {
    if (name === 'host') yield* this.#completeHost()
    else if (name === 'nmaprun') this.#ended = true
  }

  /** A host that was read to its end: only then is known what was looked at. */
  *#completeHost(): Generator<Reading> {
    const host = this.#host
    yield* this.#closeHost()
    if (host !== undefined && this.#coverage !== undefined && !this.#isDamaged)
      yield* this.#coverage.finishHost(host.reached, host.state, host.line)
  }

  *#closeHost(): Generator<Reading> {
    const host = this.#host
    this.#host = undefined
    if (host !== undefined) yield* host.finish()
  }

  *#element(element: Parameters<HostReader['take']>[0]): Generator<Reading> {
    this.#coverage?.take(element)
    if (PARTS.has(element.name)) {
      if (this.#host !== undefined) yield* this.#host.take(element)
      else if (element.name === 'port') yield reject(element.line, 'a port outside of any host', '')
    } else if (element.name === 'finished') {
      const message = attributeOf(element, 'errormsg')
      if (message !== undefined) yield { kind: 'note', text: `the scan failed: ${message}` }
    }
  }
}

/** Reads Nmap's XML, of every version since 2000. No document type is read and no entity of a document expanded. */
export async function* readXml(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { coverage = false } = options
  const scan = new ScanReader(coverage ? new CoverageReader() : undefined)
  const wanted = coverage ? WANTED_FOR_COVERAGE : WANTED
  for await (const event of readElements(input.bytes, wanted, options)) yield* scan.take(event)
  yield* scan.end()
}

/** Reads a text of Nmap line by line; `translate` turns each line into the elements that the XML has instead. */
export async function* readTranslated(
  input: Input,
  options: ReadOptions,
  text: { take: (line: string, number: number) => Iterable<ElementEvent>; end: () => Iterable<ElementEvent> },
): AsyncGenerator<Reading> {
  const scan = new ScanReader(options.coverage === true ? new CoverageReader() : undefined)
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') {
      scan.damage()
      yield line
    } else for (const event of text.take(line.text, line.line)) yield* scan.take(event)
  }
  for (const event of text.end()) yield* scan.take(event)
  yield* scan.end()
}
