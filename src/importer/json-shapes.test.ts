// The sources whose records are JSON, with values of every wrong type and hostile size at every position of their samples.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../test/support/importer.ts'
import { complaints } from '../../test/support/reading.ts'
import { IMPORTERS, type Importer, makeSample } from './index.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const DEEP = 5000
const BOMB = '§bomb§'
const ODD: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  70000,
  '',
  'constructor',
  '__proto__',
  '\ud800',
  '\u0000\u001b',
  [],
  {},
  [[]],
  ['x', null, 7],
  { a: { b: [] } },
  BOMB,
]

/** The JSON values of a sample: the whole of it, or its lines. */
function valuesOf(text: string): Json[] {
  try {
    return [JSON.parse(text) as Json]
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as Json]
      } catch {
        return []
      }
    })
  }
}

function samplesOf(importer: Importer): Json[] {
  const folder = fileURLToPath(new URL(`${importer.name}/sample/`, import.meta.url))
  const files = readdirSync(folder).filter((name) => /\.(json|jsonl|ndjson)$/.test(name))
  const inputs = files.filter((name) => name !== 'expected.json' && name !== 'options.json')
  return inputs.flatMap((name) => valuesOf(readFileSync(folder + name, 'utf8')))
}

/** Every position within a value, as a path of keys and indexes. */
function pathsOf(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...inner.flatMap(([key, item]) => pathsOf(item, [...path, key]))]
}

function replaced(value: Json, path: readonly (string | number)[], by: Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replaced(item, rest, by) : item))
  const object = value as { [key: string]: Json }
  return { ...object, [step]: replaced(object[step] ?? null, rest, by) }
}

/** The text of a value, with the bomb inserted at its position. */
function print(value: Json): string {
  return JSON.stringify(value).replace(`"${BOMB}"`, `${'[{"a":'.repeat(DEEP)}1${'}]'.repeat(DEEP)}`)
}

async function mustStayCalm(importer: Importer, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  importer.detect(makeSample('input', bytes, true))
  const options = { ...NO_OPTIONS, port: 1, fields: ['host', 'ip', 'port'] }
  expect(complaints(await readAll(importer, memoryInput('input', bytes), options))).toEqual([])
}

const SOURCES = IMPORTERS.filter(({ anchor }) => anchor === undefined)
  .map((importer) => ({ importer, name: importer.name, samples: samplesOf(importer) }))
  .filter(({ samples }) => samples.length > 0)

describe.each(SOURCES)('$name', ({ importer, samples }) => {
  it('takes or leaves any value in any place', async () => {
    let turn = 0
    const lines: string[] = []
    for (const sample of samples) {
      const paths = pathsOf(sample)
      // Every position gets a few of the odd values, and every odd value many positions.
      const step = Math.max(1, Math.floor(paths.length / 300))
      for (let at = 0; at < paths.length; at += step) {
        lines.push(print(replaced(sample, paths[at] ?? [], ODD[turn++ % ODD.length] ?? null)))
      }
    }
    for (const line of lines) await mustStayCalm(importer, line)
    await mustStayCalm(importer, `${lines.filter((line) => line.length < 5000).join('\n')}\n`)
  })

  it('takes or leaves objects under odd names', async () => {
    for (const sample of samples) {
      const text = JSON.stringify(sample)
      const keys = [...new Set(text.match(/"[^"\\]{1,40}":/g) ?? [])]
      const step = Math.max(1, Math.floor(keys.length / 60))
      for (let at = 0; at < keys.length; at += step) {
        await mustStayCalm(importer, text.replaceAll(keys[at] ?? '', '"__proto__":'))
        await mustStayCalm(importer, text.replaceAll(keys[at] ?? '', '"constructor":'))
      }
    }
  })
})
