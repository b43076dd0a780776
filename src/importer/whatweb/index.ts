// WhatWeb: JSON (`--log-json`, `--log-json-verbose`), XML and brief lines, one record per address that was visited, also on the way of
// redirects. Layout read in WhatWeb lib/logging/json.rb.
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  type Mapped,
  objectAt,
  type Product,
  readMapped,
  readMappedLines,
  skipped,
  statedProducts,
  statusAt,
  textAt,
  textsAt,
  webPageOf,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asList,
  type Json,
  type JsonObject,
  lookAhead,
  parseJson,
  peekObjects,
  readableTitle,
  wellFormed,
} from '../text/index.ts'
import { isBrief, readBrief } from './brief.ts'
import { REPORT, readReport } from './report.ts'

/** Plugins that report a property of the page or of its host, and no product. */
const PROPERTIES = new Set(
  (
    'Title IP Country HTTPServer RedirectLocation Cookies HttpOnly Script Email Meta-Author Meta-Refresh-Redirect HTML5 Frame ' +
    'UncommonHeaders X-Powered-By X-Frame-Options X-XSS-Protection Strict-Transport-Security PasswordField MetaGenerator ' +
    'Open-Graph-Protocol Access-Control-Allow-Methods Allow Via-Proxy X-UA-Compatible Content-Language Object ' +
    'probably Lightbox OpenSearch Matomo-Analytics Google-Analytics WWW-Authenticate PoweredBy X-Backend Index-Of robots_txt'
  ).split(' '),
)

function* map(record: JsonObject): Generator<Mapped> {
  if (Object.keys(record).length === 0) return yield skipped('a target without an answer')
  const plugins = objectAt(record, 'plugins') ?? {}
  const title = textsAt(plugins, 'Title', 'string')[0]
  yield webPageOf(textAt(record, 'target'), {
    address: textsAt(plugins, 'IP', 'string')[0],
    stated: {
      ...defined<Stated>({
        title: title === undefined ? undefined : readableTitle(title),
        status_code: statusAt(record, 'http_status'),
        server: textsAt(plugins, 'HTTPServer', 'string')[0],
        country: countryOf(plugins),
      }),
      ...statedProducts(productsOf(plugins)),
    },
  })
}

function countryOf(plugins: JsonObject): string | undefined {
  const code = textsAt(plugins, 'Country', 'module')[0]
  return code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : undefined
}

function productsOf(plugins: JsonObject): readonly Product[] {
  return Object.entries(plugins).flatMap(([key, found]): Product[] => {
    const name = wellFormed(key)
    if (PROPERTIES.has(name)) return []
    const versions = textsAt(found, 'version')
    return versions.length === 0
      ? [{ product: name }]
      : versions.map((version) => ({ product: name, version }))
  })
}

/** A line of `--log-json-verbose`, as the other log has it: `[address, status, [[plugin, [{string, version}]]]]`. */
function readVerbose(line: string): JsonObject | undefined {
  const parsed = parseJson(line.trim().replace(/,$/, ''))
  if ('error' in parsed || !Array.isArray(parsed.value)) return undefined
  const [target, status, found] = parsed.value as readonly Json[]
  if (typeof target !== 'string' || !Array.isArray(found)) return undefined
  const plugins = found.flatMap((entry): [string, Json][] => {
    const [name, matches] = Array.isArray(entry) ? (entry as readonly Json[]) : []
    return typeof name === 'string' ? [[name, joined(asList(matches))]] : []
  })
  return { target, http_status: status ?? null, plugins: Object.fromEntries(plugins) }
}

/** What the matches of a plugin say, each key with all its texts. */
function joined(matches: readonly Json[]): JsonObject {
  const at = (key: string): readonly string[] => [...new Set(matches.flatMap((match) => textsAt(match, key)))]
  return { string: at('string'), version: at('version'), module: at('module') }
}

const VERBOSE = /^\s*\["https?:\/\/[^"\s]{1,2000}",\d{1,5},\[\[/

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  const complaint = 'no line of WhatWeb'
  if (VERBOSE.test(start)) yield* readMappedLines(again, options, { read: readVerbose, complaint, map })
  else if (REPORT.test(start)) yield* readReport(again, options, map)
  else if (isBrief(start)) yield* readMappedLines(again, options, { read: readBrief, complaint, map })
  else yield* readMapped(again, options, [], map)
}

function detect(sample: Sample): number {
  if (VERBOSE.test(sample.text) || REPORT.test(sample.text) || isBrief(sample.text.slice(0, 65_536)))
    return 0.97
  const first = peekObjects(sample).find((object) => Object.keys(object).length > 0)
  return first !== undefined && 'target' in first && objectAt(first, 'plugins') !== undefined ? 0.97 : 0
}

/** WhatWeb's reports. */
export const whatwebImporter: Importer = {
  name: 'whatweb',
  label: 'WhatWeb (`--log-json`, `--log-json-verbose`, `--log-xml`, `--log-brief`)',
  detect,
  read,
}
