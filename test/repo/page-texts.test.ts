import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../src/config/index.ts'
import { openApi } from '../../src/door/index.ts'
import { ERROR_TABLE } from '../../src/error/index.ts'
import { CATALOGUE } from '../../src/field/index.ts'
import { toolsOf } from '../../src/operation/index.ts'
import { KIND_NAMES, MEANINGS, ORDER_MEANINGS } from '../../src/query/index.ts'
import { PRESETS, VOCABULARY } from '../../src/tag/index.ts'
import { readOperations } from '../../src/util/index.ts'
import * as en from '../../web/src/locale/en/first.ts'
import * as enWork from '../../web/src/locale/en/work.ts'
import * as zh from '../../web/src/locale/zh/first.ts'
import { apiSentenceInChinese, sentences } from '../../web/src/locale/zh/api/index.ts'
import * as zhWork from '../../web/src/locale/zh/work.ts'

const FEW = 8
/** What administrators do to a balance, as the ledger calls it. */
const COIN_KINDS = ['grant', 'correction', 'refund']
const web = resolve(import.meta.dirname, '../../web/src')
/** What is shown without waiting for the texts of other pages. */
const PAGES = ['main.tsx', ...['search/Search', 'host/Host', 'SetPassword', 'Open'].map(routeOf)]

describe('the texts that are loaded first', () => {
  it('hold every text of the pages that do not wait for others', () => {
    const missing = [...reached(PAGES.map((page) => resolve(web, page)))].flatMap((file) =>
      areasIn(file)
        .filter((area) => !Object.hasOwn(en.texts, area))
        .map((area) => `${file}: ${area}`),
    )
    expect(missing).toEqual([])
  })

  it('share no area with those that are loaded later, in any language', () => {
    const areas = Object.keys(en.texts)
    expect(areas.filter((area) => Object.hasOwn(enWork.texts, area))).toEqual([])
    expect(Object.keys(zh.texts).sort()).toEqual(areas.sort())
    expect(Object.keys(zhWork.texts).sort()).toEqual(Object.keys(enWork.texts).sort())
  })
})

describe('the catalogues on the page in Chinese', () => {
  const { meanings } = zhWork

  it('have the fields, kinds, operators and settings, and nothing else', () => {
    const operators = Object.entries(MEANINGS).flatMap(([kind, of]) => [
      kind,
      ...['=', '==', '=~', '*='].filter((one) => one in of).map((one) => `${kind} ${one}`),
      ...(kind in ORDER_MEANINGS ? [`${kind} order`] : []),
    ])
    const fields = CATALOGUE.map(({ name }) => name)
    const settings = Object.keys(SETTINGS)
    expect(Object.keys(meanings.fields).filter((name) => !fields.includes(name))).toEqual([])
    expect(Object.keys(meanings.settings).filter((name) => !settings.includes(name))).toEqual([])
    const missing = [
      ...fields.filter((name) => !(name in meanings.fields)),
      ...settings.filter((name) => !(name in meanings.settings)),
    ]
    expect(missing).toEqual([])
    expect(Object.keys(meanings.kinds).sort()).toEqual(operators.sort())
    expect(Object.keys(KIND_NAMES).filter((kind) => !(kind in meanings.kinds))).toEqual([])
  })

  it('have every action of the audit trail', () => {
    const root = resolve(import.meta.dirname, '../../src')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
    )
    const written = files.flatMap((path) =>
      [
        ...readFileSync(resolve(root, path), 'utf8').matchAll(
          /\baction: (?:\w+ \? '([a-z.]+)' : )?'([a-z]+(?:\.[a-z]+)*)'/g,
        ),
      ].flatMap(([, ...names]) => names.filter((name) => name !== undefined)),
    )
    expect(written.length).toBeGreaterThan(FEW)
    expect(written).toContain('readonly.off')
    expect([...new Set(written)].filter((action) => !(action in meanings.actions))).toEqual([])
  })

  it('have every sentence about tags and every operation', () => {
    const pieces = VOCABULARY.flatMap(({ meaning, falsePositives, sources }) => [
      meaning,
      falsePositives,
      ...sources.split(', '),
    ])
    expect(pieces.filter((text) => / [a-z]{3}/.test(text) && !(text in meanings.tagSentences))).toEqual([])
    const titles = PRESETS.map(({ title }) => title).filter((title) =>
      /’s |\b(?:seen|relays|space|open|level)\b/i.test(title),
    )
    expect(titles.filter((title) => zhWork.translate(title) === title)).toEqual([])
    const { paths } = openApi('0') as { readonly paths: Record<string, Record<string, { summary?: string }>> }
    const summaries = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ summary = '' }) => summary),
    )
    expect([...new Set(summaries)].toSorted()).toEqual(Object.keys(meanings.operations).toSorted())
  })

  it('have every sentence of the API reference about operations, parameters and answers, and nothing else', () => {
    const operations = readOperations(openApi('0') as unknown as Parameters<typeof readOperations>[0])
    const said = operations.flatMap(({ description, parameters, answer }) => [
      description,
      ...[...parameters, ...answer].map((value) => value.description),
    ])
    const used = new Set(said.filter((sentence) => sentence !== ''))
    expect(
      [...used].filter((sentence) => apiSentenceInChinese(sentence) === sentence && / /.test(sentence)),
    ).toEqual([])
    expect(Object.keys(sentences).filter((sentence) => !used.has(sentence))).toEqual([])
  })

  it('have every failure of the API', () => {
    const explanations = Object.values(ERROR_TABLE)
      .filter(({ text }) => text !== '…')
      .map(({ explanation }) => explanation)
    expect([...new Set(explanations)].toSorted()).toEqual(Object.keys(meanings.errors).toSorted())
  })

  it('have the calls of models and the moves of coins', () => {
    const tools = toolsOf({ rows: 1, valueLength: 1, answerLength: 1, addresses: 1 }).map(
      ({ name }) => `mcp.${name}`,
    )
    const moves = COIN_KINDS.map((kind) => `coins.${kind}`)
    expect([...tools, ...moves].filter((action) => !(action in meanings.actions))).toEqual([])
  })

  it('say which values every setting allows without English', () => {
    const english = Object.values(SETTINGS)
      .map(({ kind }) => meanings.allowed(kind.allowed))
      .filter((text) => /\b(?:from|to|or|of|an|in)\b/.test(text.replaceAll(/`[^`]*`/g, '')))
    expect(english.slice(FEW)).toEqual([])
  })
})

function routeOf(name: string): string {
  return `routes/${name}.tsx`
}

/** The files and what they import at once. */
function reached(files: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const file of files.filter((one) => one.startsWith(web) && !seen.has(one))) {
    seen.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import (?!type)[^;]*?from|import) '(\.[^']+\.tsx?)'/gms,
    )
    reached(
      [...imports].map(([, to = '']) => resolve(dirname(file), to)),
      seen,
    )
  }
  return seen
}

/** The areas whose texts a file uses. */
function areasIn(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bt\(['`](\w+)\./g)].map(([, area = '']) => area)
}
