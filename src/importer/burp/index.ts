// Burp Suite: XML of issues (`Report issues`) and of items (`Save items`), with requests and responses. Each response is a capture of
// the page it was asked from; each issue a finding on it. The document type before the root is never read.
import type { StatedFinding } from '../../asset/index.ts'
import {
  type BodyText,
  decodeBody,
  type HttpResponse,
  headerText,
  observeCapture,
  parseResponse,
} from '../capture/index.ts'
import { severityNamed, webPageOf, readingOfElement } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  printElement,
  readWholeElements,
  readLocalTime,
  readWebAddress,
  reject,
  type XmlElement,
} from '../text/index.ts'

/** The bytes of a message: in base64 where Burp was set so, as it is usually. */
function bytesOf(message: XmlElement | undefined): Buffer | undefined {
  if (message === undefined || message.text === '') return undefined
  return attributeOf(message, 'base64') === 'true'
    ? Buffer.from(message.text, 'base64')
    : Buffer.from(message.text)
}

/** `Mon Mar 02 10:00:00 CET 2026`, as Java writes times. */
function readJavaTime(text: string | undefined): number | undefined {
  const [, start, zone, year] =
    /^(\w{3} \w{3} \d{1,2} \d\d:\d\d:\d\d) (\S{1,9}) (\d{4})$/.exec(text ?? '') ?? []
  return start === undefined ? undefined : readLocalTime(`${start} ${year} ${zone}`)
}

interface Page {
  readonly url: string
  readonly ip: string | undefined
  readonly time: number | undefined
  readonly response: Buffer | undefined
  readonly findings: readonly StatedFinding[]
}

/** The whole address of an issue: its `host` holds scheme, name and port, its `path` the rest. */
function pageOf(element: XmlElement): Page | undefined {
  const host = childOf(element, 'host')
  const isIssue = element.name === 'issue'
  const url = isIssue
    ? `${host?.text.trim() ?? ''}${childText(element, 'path') ?? '/'}`
    : childText(element, 'url')
  if (url === undefined || readWebAddress(url) === undefined) return undefined
  const message = isIssue ? childOf(element, 'requestresponse') : element
  const finding = isIssue ? findingOf(element, url) : undefined
  return {
    url,
    ip: attributeOf(host, 'ip'),
    time: readJavaTime(childText(element, 'time')),
    response: bytesOf(childOf(message, 'response')),
    findings: finding === undefined ? [] : [finding],
  }
}

function findingOf(issue: XmlElement, url: string): StatedFinding | undefined {
  const id = childText(issue, 'type') ?? childText(issue, 'name')
  if (id === undefined) return undefined
  const messages = childrenOf(issue, 'requestresponse').flatMap((pair) =>
    ['request', 'response'].flatMap(
      (name) => bytesOf(childOf(pair, name))?.toString('latin1').slice(0, 4096) ?? [],
    ),
  )
  return {
    tool: 'burp',
    id,
    name: childText(issue, 'name') ?? '',
    severity: severityNamed(childText(issue, 'severity')),
    at: childText(issue, 'location') ?? url,
    evidence: [childText(issue, 'issueDetail') ?? '', ...messages].filter((text) => text !== '').join('\n\n'),
  }
}

function bodyOf({ body, fields }: HttpResponse, host: string): Promise<BodyText> {
  return decodeBody({ bytes: body, length: body.length, fields, host })
}

async function readingOf(element: XmlElement): Promise<Reading> {
  const { line } = element
  const page = pageOf(element)
  const address = readWebAddress(page?.url ?? '')
  if (page === undefined || address === undefined)
    return reject(line, 'no web address says where it was', printElement(element))
  const { url, ip, time, findings } = page
  // The map of a site holds pages that others link to and nobody asked for.
  if (page.response === undefined && element.name === 'item' && (childText(element, 'status') ?? '') === '')
    return { kind: 'skip', line, reason: 'a page that was not asked for, or without an answer' }
  if (page.response === undefined) {
    const mapped = webPageOf(url, { address: ip, time, stated: {}, findings })
    return readingOfElement(mapped, element)
  }
  const response = parseResponse(page.response)
  // Anything but a response of HTTP adds nothing to the page.
  const body = response === undefined ? undefined : await bodyOf(response, address.reached)
  const header = response && headerText(response.head)
  const observation = observeCapture({ url, address, ip, time, header, body, repeat: false })
  return {
    kind: 'observation',
    line,
    observation: { ...observation, ...(findings.length > 0 && { findings }) },
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const event of readWholeElements(input.bytes, new Set(['issue', 'item']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'element') yield await readingOf(event.element)
  }
}

function detect(sample: Sample): number {
  return /<(items|issues)\s[^>]{0,500}burpVersion\s*=/.test(sample.text) ? 0.97 : 0
}

/** Burp Suite's exports. */
export const burpImporter: Importer = {
  name: 'burp',
  label: 'Burp Suite (XML of issues or items, with responses)',
  detect,
  read,
}
