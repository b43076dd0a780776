// ZAP: the traditional reports as JSON and XML. Each site is a web server with its alerts as findings. The time of a report is in the
// zone of the machine, taken for UTC, unless it states one. Layout: https://www.zaproxy.org/docs/desktop/addons/report-generation.
import type { Severity, StatedFinding } from '../../asset/index.ts'
import {
  type MapContext,
  type Mapped,
  objectAt,
  objectsAt,
  readMapped,
  rejected,
  skipped,
  textAt,
  webPageOf,
  readingOfElement,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asObject,
  attributeOf,
  childOf,
  childrenOf,
  childText,
  type JsonObject,
  lookAhead,
  peekObjects,
  readWholeElements,
  readLocalTime,
  readTime,
  type XmlElement,
} from '../text/index.ts'

/** An alert as both layouts have it, under the names of JSON. */
interface Alert {
  readonly text: (name: string) => string | undefined
  readonly instances: readonly ((name: string) => string | undefined)[]
}

const SEVERITIES: Readonly<Record<string, Severity>> = { 0: 'info', 1: 'low', 2: 'medium', 3: 'high' }

function findingOf({ text, instances }: Alert): StatedFinding | undefined {
  const name = text('name') ?? text('alert')
  const id = text('pluginid') ?? name
  if (id === undefined) return undefined
  const weakness = text('cweid')
  return {
    tool: 'zap',
    id,
    ids: weakness === undefined || !/^[1-9]\d*$/.test(weakness) ? [] : [`CWE-${weakness}`],
    name: name ?? '',
    severity: SEVERITIES[text('riskcode') ?? ''] ?? 'unknown',
    // Alerts of one rule under several names, such as `10055-4`.
    at: text('alertRef') === id ? '' : (text('alertRef') ?? ''),
    evidence: instances.slice(0, 100).map(printInstance).join('\n'),
  }
}

function printInstance(text: (name: string) => string | undefined): string {
  return ['method', 'uri', 'param', 'attack', 'evidence'].flatMap((name) => text(name) ?? []).join(' ')
}

function siteOf(name: string | undefined, time: number | undefined, alerts: readonly Alert[]): Mapped {
  const findings = alerts.flatMap((alert) => findingOf(alert) ?? [])
  return webPageOf(name, { time, stated: {}, findings })
}

/** `2026-09-19T12:00:00Z` in `created`; before 2.15 only `Sat, 15 Apr 2023 18:23:09` in `@generated`. */
function timeOf(created: string | undefined, generated: string | undefined): number | undefined {
  const stated = readTime(created)
  if (stated !== undefined || generated === undefined) return stated
  return readLocalTime(generated.replace(/^\w{3}, (\d{1,2}) (\w{3})\w* (\d{4}) (.*)$/, '$1 $2 $3 $4'))
}

function* mapSite(record: JsonObject, { path, around }: MapContext): Generator<Mapped> {
  const report = asObject(around)
  const site = path === '' ? objectAt(record, 'site') : record
  if (site === undefined) return yield skipped('a report without a site')
  const time = timeOf(textAt(report ?? record, 'created'), textAt(report ?? record, '@generated'))
  const alerts = objectsAt(site, 'alerts').map((alert) => ({
    text: (name: string) => textAt(alert, name),
    instances: objectsAt(alert, 'instances').map((instance) => (name: string) => textAt(instance, name)),
  }))
  const name = textAt(site, '@name')
  yield name === undefined ? rejected('a site without a name') : siteOf(name, time, alerts)
}

function elementReading(site: XmlElement, time: number | undefined): Reading {
  const alerts = childrenOf(childOf(site, 'alerts'), 'alertitem').map((alert) => ({
    text: (name: string) => childText(alert, name),
    instances: childrenOf(childOf(alert, 'instances'), 'instance').map(
      (instance) => (name: string) => childText(instance, name),
    ),
  }))
  const mapped = siteOf(attributeOf(site, 'name'), time, alerts)
  return readingOfElement(mapped, site)
}

const ROOT = 'OWASPZAPReport'

async function* readXml(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let time: number | undefined
  for await (const event of readWholeElements(input.bytes, new Set(['site']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'open' && event.name === ROOT)
      time = timeOf(event.attributes.get('created'), event.attributes.get('generated'))
    else if (event.kind === 'element') yield elementReading(event.element, time)
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  // A report of one site has an object in place of the list.
  const unwrap = /"site"\s*:\s*\{/.test(start) ? [] : ['site']
  yield* /^[[{]/.test(start) ? readMapped(again, options, unwrap, mapSite) : readXml(again, options)
}

function detect(sample: Sample): number {
  if (/<OWASPZAPReport\b/.test(sample.text.slice(0, 4096))) return 0.97
  const [first] = peekObjects(sample)
  const program = first === undefined ? undefined : textAt(first, '@programName')
  return program !== undefined && /\bZAP\b/.test(program) ? 0.97 : 0
}

/** ZAP's reports. */
export const zapImporter: Importer = {
  name: 'zap',
  label: 'ZAP (traditional reports as JSON and XML)',
  detect,
  read,
}
