// Qualys: results of a scan (`SCAN`), reports on assets (`ASSET_DATA_REPORT`), answers of the API about detections
// (`HOST_LIST_VM_DETECTION_OUTPUT`), and reports as CSV. All results on one port become one observation with its findings. Layout: scan-1.dtd,
// asset_data_report.dtd and host_list_vm_detection_output.dtd of the service.
import type { Importer, Input, Reading, ReadOptions, Refusal, Sample } from '../importer.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  lookAhead,
  printElement,
  readWholeElements,
  reject,
  type XmlElement,
} from '../text/index.ts'
import { Glossary } from './glossary.ts'
import { type HostFacts, HostReader, type Result, severityOfLevel } from './port.ts'
import { hasHeader, readTable } from './table.ts'

const ROOTS = new Set(['SCAN', 'ASSET_DATA_REPORT', 'HOST_LIST_VM_DETECTION_OUTPUT'])
/** What precedes the outermost element: declarations and remarks. */
const HEAD = /^\s*(?:(?:<\?[^>]{0,500}>|<!--(?:(?!-->)[\s\S]){0,4000}-->|<![A-Z][^>]{0,500}>)\s*){0,8}/
/** The name of the outermost element. */
const NAME = /^<([A-Z][A-Z_]{2,60})(?=[\s>])/
const WANTED = new Set(['CAT', 'OS', 'KEY', 'HOST', 'VULN_DETAILS'])
/** Results that say what was found, not what is wrong. */
const NEUTRAL = new Set(['INFO', 'SERVICE'])
/** Characters of results that are held for one host; beyond, the ports so far are passed on. */
const HELD = 16 * 1024 * 1024

function cvesOf(element: XmlElement): readonly string[] {
  const listed = childrenOf(childOf(element, 'CVE_ID_LIST'), 'CVE_ID').flatMap(
    (cve) => childText(cve, 'ID') ?? [],
  )
  return [...listed, ...(attributeOf(element, 'cveid') ?? '').split(',')].filter((cve) => /^CVE-/i.test(cve))
}

/** The results of one category of a scan, all of them on the same port. */
function resultsOfCategory(category: XmlElement, host: XmlElement | undefined): readonly Result[] {
  const around = host?.attributes.get('value') ?? ''
  return category.children.map((child) => ({
    ...{ line: child.line, qid: attributeOf(child, 'number') ?? '', service: serviceOf(category) },
    ...{ port: attributeOf(category, 'port'), transport: attributeOf(category, 'protocol') },
    ...{ name: attributeOf(category, 'fqdn'), title: childText(child, 'TITLE'), cves: cvesOf(child) },
    secure: /over ssl/i.test(attributeOf(category, 'misc') ?? ''),
    severity: NEUTRAL.has(child.name) ? 'info' : severityOfLevel(attributeOf(child, 'severity')),
    output: childText(child, 'RESULT') ?? '',
    time: undefined,
    text: `<SCAN><IP value="${around}">${printElement({ ...category, children: [child] })}</IP></SCAN>`,
  }))
}

/** Categories are named after what is examined; of services only that of web servers is sure. */
function serviceOf(category: XmlElement): string | undefined {
  return attributeOf(category, 'value') === 'Web server' ? 'http' : undefined
}

function resultOf(element: XmlElement, host: XmlElement): Result {
  const type = childText(element, 'TYPE') ?? ''
  return {
    ...{ line: element.line, qid: childText(element, 'QID') ?? '', service: childText(element, 'SERVICE') },
    ...{
      port: childText(element, 'PORT'),
      transport: childText(element, 'PROTOCOL'),
      name: childText(element, 'FQDN'),
    },
    ...{ title: childText(element, 'TITLE'), cves: cvesOf(element) },
    secure: /^(1|true)$/i.test(childText(element, 'SSL') ?? ''),
    severity: /^(Ig|Info)/i.test(type) ? 'info' : severityOfLevel(childText(element, 'SEVERITY')),
    output: childText(element, 'RESULTS') ?? childText(element, 'RESULT') ?? '',
    time: childText(element, 'LAST_FOUND_DATETIME') ?? childText(element, 'LAST_FOUND'),
    text: printElement({
      ...host,
      children: [...host.children.filter(({ name }) => !/_LIST$/.test(name)), element],
    }),
  }
}

/** A host of a report or of an answer of the API. */
function* readHost(host: XmlElement): Generator<Reading> {
  const reader = new HostReader()
  const lists = [childOf(host, 'VULN_INFO_LIST'), childOf(host, 'DETECTION_LIST'), host]
  const results = lists.flatMap((list) => [
    ...childrenOf(list, 'VULN_INFO'),
    ...childrenOf(list, 'DETECTION'),
  ])
  for (const element of results)
    if (/^fixed$/i.test(childText(element, 'STATUS') ?? childText(element, 'VULN_STATUS') ?? ''))
      yield { kind: 'skip', line: element.line, reason: 'a finding that was fixed' }
    else reader.take(resultOf(element, host))
  yield* reader.finish(
    {
      address: childText(host, 'IP') ?? childText(host, 'IPV6'),
      name: childText(host, 'DNS'),
      os: childText(host, 'OPERATING_SYSTEM') ?? childText(host, 'OS'),
      time: childText(host, 'LAST_SCAN_DATETIME') ?? childText(host, 'LAST_VM_SCANNED_DATE'),
    },
    host.line,
  )
}

/** The host of a scan while it is read. */
class ScannedHost {
  readonly #element: XmlElement
  readonly #reader = new HostReader()
  #os: string | undefined

  constructor(element: XmlElement) {
    this.#element = element
  }

  *take(element: XmlElement, time: string | undefined): Generator<Reading> {
    if (element.name === 'OS') this.#os = element.text.trim() || undefined
    else for (const result of resultsOfCategory(element, this.#element)) this.#reader.take(result)
    if (this.#reader.size > HELD) yield* this.finish(time)
  }

  finish(time: string | undefined): Generator<Reading> {
    const [address, name] = [attributeOf(this.#element, 'value'), attributeOf(this.#element, 'name')]
    const facts: HostFacts = { address, name, os: this.#os, time }
    return this.#reader.finish(facts, this.#element.line)
  }
}

async function* readReport(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const glossary = new Glossary()
  let host: ScannedHost | undefined
  let time: string | undefined
  let ended = false
  for await (const event of readWholeElements(input.bytes, WANTED, options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'open' && event.name === 'IP') {
      if (host !== undefined) yield* host.finish(time)
      host = new ScannedHost({ ...event, children: [], text: '' })
    } else if (event.kind === 'close') {
      ended ||= ROOTS.has(event.name)
      if (event.name !== 'IP' || host === undefined) continue
      yield* host.finish(time)
      host = undefined
    } else if (event.kind === 'element') {
      const { element } = event
      if (element.name === 'HOST') for (const reading of readHost(element)) yield* glossary.hold(reading)
      else if (element.name === 'VULN_DETAILS') glossary.learn(element)
      else if (element.name === 'KEY') {
        if (attributeOf(element, 'value') === 'DATE') time = element.text.trim()
      } else if (host !== undefined) yield* host.take(element, time)
      else if (element.name === 'CAT')
        yield reject(element.line, 'results outside of any host', printElement(element))
    }
  }
  if (host !== undefined) yield* host.finish(time)
  yield* glossary.release()
  if (!ended) yield { kind: 'note', text: 'the file ends before the end of the report' }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  yield* hasHeader(start) ? readTable(again, options) : readReport(again, options)
}

/** The name of the outermost element of a document, if it looks like one of Qualys. */
function rootOf(text: string): string | undefined {
  const start = text.slice(0, 8192)
  return NAME.exec(start.slice(HEAD.exec(start)?.[0].length ?? 0))?.[1]
}

function detect(sample: Sample): number {
  if (hasHeader(sample.text.slice(0, 8192))) return 0.97
  const root = rootOf(sample.text)
  if (root === undefined || !ROOTS.has(root)) return 0
  return root === 'SCAN' && !/<HEADER>|<IP[\s>]/.test(sample.text.slice(0, 8192)) ? 0.4 : 0.97
}

/** Qualys' reports. */
export const qualysImporter: Importer = {
  name: 'qualys',
  label: 'Qualys scan results, reports on assets and host detections (XML, CSV)',
  detect,
  read,
}

/** Reports of its other scanners. */
export const QUALYS_REFUSALS: readonly Refusal[] = [
  {
    name: 'a report of Qualys about web applications',
    detect: ({ text }) => (/^(?:WAS_|WEB_?APP|SCAN_REPORT)/.test(rootOf(text) ?? '') ? 0.96 : 0),
    advice:
      'import the results of its vulnerability scans, or bring these as NDJSON or CSV with `url` and what else is known',
  },
]
