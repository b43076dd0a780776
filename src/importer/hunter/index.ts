// Hunter of Qianxin: answers of its search (`/openApi/search`) and its CSV exports, whose headings are Chinese and differ in order.
import { objectsAt, textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { catalogued, headingsOf, isChineseTable, readChineseRows, RecordMapper } from '../record/index.ts'
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
  lookAhead,
  peekObjects,
  readDocuments,
  reject,
} from '../text/index.ts'

/** The keys of a result and the catalogue's names for them. */
const KEYS: Readonly<Record<string, string>> = {
  url: 'link',
  ip: 'ip',
  port: 'port',
  domain: 'name',
  web_title: 'title',
  protocol: 'protocol',
  base_protocol: 'base_protocol',
  status_code: 'status_code',
  os: 'os',
  number: 'icp',
  country: 'country_name',
  province: 'province',
  city: 'city',
  updated_at: 'lastupdatetime',
  banner: 'banner',
  header: 'header',
  header_server: 'server',
  cert: 'cert',
  as_org: 'as_organization',
  isp: 'isp',
}

function recordOf(result: JsonObject): JsonObject {
  const record: Record<string, Json> = {}
  for (const [key, name] of Object.entries(KEYS)) {
    const value = result[key]
    // No status is 0, and no port.
    if (value !== undefined && value !== null && value !== '' && value !== 0) record[name] = value
  }
  const products = objectsAt(result, 'component').flatMap((part) => {
    const product = textAt(part, 'name')
    const version = textAt(part, 'version')
    return product === undefined ? [] : [version === undefined ? product : `${product}/${version}`]
  })
  return catalogued(products.length === 0 ? record : { ...record, product: products })
}

async function* readAnswers(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  let results = 0
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: ['data.arr'] })) {
    if (document.kind !== 'value') {
      yield document
      continue
    }
    const { value, line, text, path, part } = document
    const record = asObject(value)
    const isResult = record !== undefined && (path !== '' || 'ip' in record)
    if (isResult && part !== 'opening') {
      results++
      yield* mapper.map(recordOf(record), line, text)
    } else if (part !== 'opening') {
      if (results === 0) yield withoutResults(record, line, text)
      results = 0
    }
  }
  yield* mapper.finish()
}

function withoutResults(answer: JsonObject | undefined, line: number, text: string): Reading {
  const list = asObject(answer?.['data'])?.['arr']
  if (list === null || (asList(list).length === 0 && Array.isArray(list)))
    return { kind: 'skip', line, reason: 'an answer without results' }
  const problem = textAt(answer, 'message') ?? textAt(answer, 'msg') ?? 'no `data.arr`'
  return reject(line, `no answer of Hunter’s search: ${problem.slice(0, 200)}`, text)
}

const OWN = ['资产标签', '探查时间', '网站状态码', 'Web资产', '高危协议', '应用/组件']

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first !== undefined) {
    const item = objectsAt(first, 'data', 'arr')[0] ?? first
    if ('web_title' in item && 'port' in item && 'updated_at' in item) return 0.98
    return 'arr' in (asObject(first['data']) ?? {}) ? 0.95 : 0
  }
  const headings = headingsOf(sample.text)
  return isChineseTable(headings) && headings.some((heading) => OWN.includes(heading.trim())) ? 0.97 : 0
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start)) yield* readAnswers(again, options)
  else yield* readChineseRows(again, options)
}

/** Hunter's results. */
export const hunterImporter: Importer = {
  name: 'hunter',
  label: 'Hunter (answers of its search, CSV exports)',
  detect,
  read,
}
