// Answers of `search/all` and `search/next`, this API's own and FOFA's: rows of values in the order of the request's fields,
// which the answer does not repeat. A single field makes rows of bare texts. And the CSV that FOFA's page exports in Chinese.
import { textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { headingsOf, isChineseTable, readChineseRows, RecordMapper } from '../record/index.ts'
import { asObject, type JsonObject, lookAhead, peekObjects, readDocuments, reject } from '../text/index.ts'
import { recordOfRow } from './row.ts'

function looksLikeAnswer(answer: JsonObject): boolean {
  const { results, error } = answer
  if (!Array.isArray(results) || typeof error !== 'boolean') return false
  const row: unknown = results[0]
  const rows = row === undefined || typeof row === 'string' || Array.isArray(row) || isNamedRow(row)
  return rows && ['mode', 'query', 'size', 'page', 'next', 'consumed_fpoint'].some((key) => key in answer)
}

/** `{"host": …, "ip": …, "port": …}`, as programs keep rows once they have named their values. */
function isNamedRow(row: unknown): boolean {
  const record = asObject(row as JsonObject)
  return record !== undefined && 'port' in record && ('host' in record || 'ip' in record)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  // Our own CSV reader takes those with English headings.
  if (first === undefined) return isChineseTable(headingsOf(sample.text)) ? 0.93 : 0
  if (looksLikeAnswer(first)) return 0.95
  return first['error'] === true && 'errmsg' in first ? 0.9 : 0
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start)) yield* readAnswers(again, options)
  else yield* readChineseRows(again, options)
}

async function* readAnswers(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  let rows = 0
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: ['results'] })) {
    if (document.kind !== 'value') yield document
    else if (document.path === 'results') {
      rows++
      const record = recordOfRow(document.value, options.fields)
      // By itself a row would not be taken for an answer when it is read again.
      if (typeof record === 'string') yield reject(document.line, record, answerAround(document.text))
      else yield* mapper.map(record, document.line, answerAround(document.text))
    } else if (document.part !== 'opening') {
      if (rows === 0) yield withoutRows(document.value, document.line, document.text)
      rows = 0
    }
  }
  yield* mapper.finish()
}

function answerAround(row: string): string {
  return `{"error":false,"results":[${row}]}`
}

function withoutRows(value: unknown, line: number, text: string): Reading {
  const answer = asObject(value as JsonObject)
  const problem = textAt(answer, 'errmsg')
  if (problem !== undefined) return reject(line, `the answer is an error: \`${problem.slice(0, 200)}\``, text)
  if (Array.isArray(answer?.['results'])) return { kind: 'skip', line, reason: 'an answer without results' }
  return reject(line, 'no list `results`: not an answer of `search/all`', text)
}

/** Answers of the search interface. */
export const fofaImporter: Importer = {
  name: 'fofa',
  label:
    'answers of `search/all` and `search/next`, ours and FOFA’s (with --fields); FOFA’s CSV with Chinese headings',
  detect,
  read,
}
