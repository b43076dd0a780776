// testssl.sh: flat JSON (`--jsonfile`), pretty JSON (`--jsonfile-pretty`) and CSV (`--csvfile`). Findings of one target are together.
import { objectsAt, readingOf, textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asObject,
  firstCells,
  type JsonObject,
  lookAhead,
  peekObjects,
  readDocuments,
  readRows,
  reject,
} from '../text/index.ts'
import { Target, type Weakness, weaknessOf } from './target.ts'

function ended(target: Target | undefined): readonly Reading[] {
  if (target === undefined) return []
  const { name, address, port } = target.where
  return [readingOf(target.result(), target.line, JSON.stringify({ ip: `${name}/${address}`, port }))]
}

/** One flat finding. */
interface Found {
  readonly id: string
  readonly where: string
  readonly port: string | undefined
  readonly finding: string
  readonly weakness: Weakness | undefined
}

/** Groups flat findings by their target. */
class Flat {
  #key = ''
  #target: Target | undefined;

  *take(found: Found, line: number): Generator<Reading> {
    const { id, where, port, finding, weakness } = found
    // It writes IPv6 addresses in brackets.
    const [name = '', address = ''] = where.split('/').map((part) => part.replace(/^\[(.*)\]$/, '$1'))
    // Messages about the run are before the first target.
    if (name === '' && address === '') return
    const key = `${where} ${port}`
    if (key !== this.#key) {
      yield* this.end()
      this.#key = key
      const given = { name: name === '' ? undefined : name, address: address === '' ? undefined : address }
      this.#target = new Target({ ...given, port, time: undefined }, line)
    }
    this.#target?.take(id, finding, weakness)
  }

  *end(): Generator<Reading> {
    yield* ended(this.#target)
    this.#target = undefined
    this.#key = ''
  }
}

async function* readJson(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const flat = new Flat()
  let time: unknown
  let targets = 0
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: ['scanResult'] })) {
    if (document.kind !== 'value') {
      yield document
      continue
    }
    const record = asObject(document.value)
    const { line, text, part, path } = document
    if (part === 'opening') time = record?.['startTime']
    else if (path === 'scanResult') {
      targets++
      yield record === undefined
        ? reject(line, 'no JSON object', text)
        : prettyTarget(record, time, line, text)
    } else if (record !== undefined && 'finding' in record && 'ip' in record) {
      const [id = '', where = '', finding = ''] = ['id', 'ip', 'finding'].map((key) => textAt(record, key))
      const weakness = weaknessOf(textAt(record, 'severity'), textAt(record, 'cve'))
      yield* flat.take({ id, where, port: portOf(record), finding, weakness }, line)
    } else if (part !== 'whole' || targets === 0)
      if (record === undefined || !('scanTime' in record || 'Invocation' in record || 'id' in record))
        yield reject(line, 'no finding of testssl.sh', text)
  }
  yield* flat.end()
}

function portOf(record: JsonObject): string | undefined {
  const port = record['port']
  return typeof port === 'number' ? String(port) : textAt(record, 'port')
}

function prettyTarget(record: JsonObject, time: unknown, line: number, text: string): Reading {
  const [name, address] = [
    textAt(record, 'targetHost') ?? textAt(record, 'target host'),
    textAt(record, 'ip'),
  ].map((text) => text?.replace(/^\[(.*)\]$/, '$1'))
  const target = new Target({ name, address, port: portOf(record), time }, line)
  const service = textAt(record, 'service')
  if (service !== undefined) target.take('service', service)
  for (const key of Object.keys(record))
    for (const finding of objectsAt(record, key))
      target.take(
        textAt(finding, 'id') ?? '',
        textAt(finding, 'finding') ?? '',
        weaknessOf(textAt(finding, 'severity'), textAt(finding, 'cve')),
      )
  return readingOf(target.result(), line, text)
}

const HEADER = ['id', 'fqdn/ip', 'port', 'severity', 'finding']

function isHeader(cells: readonly string[]): boolean {
  return HEADER.every((name, index) => cells[index]?.replace(/^"(.*)"$/, '$1') === name)
}

async function* readCsv(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const flat = new Flat()
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') yield row
    else if (row.cells.length < HEADER.length) yield reject(row.line, 'no row of testssl.sh', row.text)
    else if (!isHeader(row.cells)) {
      const [id = '', where = '', port = '', severity, finding = '', cve] = row.cells
      yield* flat.take({ id, where, port, finding, weakness: weaknessOf(severity, cve) }, row.line)
    }
  }
  yield* flat.end()
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start)) yield* readJson(again, options)
  else yield* readCsv(again, options)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return isHeader(firstCells(sample.text)) ? 0.97 : 0
  if (['id', 'ip', 'port', 'severity', 'finding'].every((key) => key in first)) return 0.97
  if ('Invocation' in first && ('scanResult' in first || 'openssl' in first)) return 0.97
  return objectsAt(first, 'scanResult').some((item) => 'targetHost' in item || 'target host' in item)
    ? 0.97
    : 0
}

/** testssl.sh's reports. */
export const testsslImporter: Importer = {
  name: 'testssl',
  label: 'testssl.sh (`--jsonfile`, `--jsonfile-pretty`, `--csvfile`)',
  detect,
  read,
}
