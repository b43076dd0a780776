// A published library of search queries, kept beside the checkout: every query is read, translated, or refused for a mistake of its own.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLibrary } from '../../src/cli/input/query-library.ts'
import { checkQuery, readQuery } from '../../src/query/index.ts'
import { LANGUAGE_NAMES, type LanguageName, translate } from '../../src/translate/index.ts'
import { evaluate } from '../support/evaluate.ts'
import { sharedData } from '../support/shared.ts'
import { VARIED_ASSETS } from '../support/varied-assets.ts'

interface Product {
  readonly name: string
  readonly engines: readonly { readonly platform: string; readonly queries: readonly string[] }[]
}

const file = sharedData('queries/awesome-search-queries.json')
const products = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Product[])

function queriesFor(platform: string): ReadonlySet<string> {
  const asked = products.flatMap(({ engines }) => engines.filter((engine) => engine.platform === platform))
  return new Set(asked.flatMap(({ queries }) => queries))
}

/** Kinds of mistakes that the library itself makes, by the words of the refusal. */
const MISTAKES: Readonly<Record<string, RegExp>> = {
  'a term of another engine': /unknown operator `:`|a term as other search engines write it/,
  'a comma between conditions': /a comma after a quoted text/,
  'a typographic quote': /the typographic quote/,
  'a minus for an exclusion': /which begins with `-`/,
  'a quote that is not closed': /is never closed/,
  'a quote inside an unquoted value': /a quote right after the unquoted value/,
}

function mistakeIn(query: string): string | undefined {
  const message = checkQuery(query)?.message
  if (message === undefined) return undefined
  return Object.keys(MISTAKES).find((kind) => MISTAKES[kind]?.test(message)) ?? message
}

/** Whether all of a Shodan query is translated. */
function isWhole(query: string): boolean {
  const found = translate(query, 'shodan')
  return found !== undefined && found.query !== '' && found.notes.every(({ kind }) => kind !== 'lost')
}

function isAnswerable(platform: string, query: string): boolean {
  if (platform === 'fofa') return checkQuery(query) === undefined || translate(query) !== undefined
  const language = LANGUAGE_NAMES.find((name): name is LanguageName => name === platform)
  return language !== undefined && (translate(query, language)?.query ?? '') !== ''
}

describe.skipIf(file === undefined)('a published library of queries', () => {
  it('has queries of FOFA that are read, or refused for one of these mistakes', () => {
    const kinds = [...queriesFor('fofa')].flatMap((query) => mistakeIn(query) ?? [])
    const counts = Object.fromEntries(
      Map.groupBy(kinds, (kind) => kind)
        .entries()
        .map(([kind, all]) => [kind, all.length]),
    )
    expect(counts).toEqual({
      'a term of another engine': 38,
      'a comma between conditions': 3,
      'a typographic quote': 1,
      'a minus for an exclusion': 1,
      'a quote that is not closed': 1,
      'a quote inside an unquoted value': 1,
    })
  })

  it('has queries of FOFA with terms of other engines whose translation is offered', () => {
    const mixed = [...queriesFor('fofa')].filter((query) => mistakeIn(query) === 'a term of another engine')
    const without = mixed.filter((query) => translate(query) === undefined)
    expect(without).toEqual([])
  })

  it('has queries of Shodan of which at least 99 % lose nothing, and the others name what they lose', () => {
    const all = [...queriesFor('shodan')]
    const losing = all.filter((query) => !isWhole(query))
    expect(losing.length).toBeLessThanOrEqual(all.length / 100)
    for (const query of losing)
      expect(translate(query, 'shodan')?.notes.some(({ kind, text }) => kind === 'lost' && text !== '')).toBe(
        true,
      )
  })

  it('has products of which at least 99.5 % are answered', () => {
    const answered = products.filter(({ engines }) =>
      engines.some(({ platform, queries }) => queries.some((query) => isAnswerable(platform, query))),
    )
    expect(answered.length).toBeGreaterThanOrEqual(products.length * 0.995)
  })

  it('is assessed: every query runs, or is listed with the reason', () => {
    const library = readLibrary(file ?? '')
    const queries = library.products.flatMap((product) => product.queries)
    expect(queries.length + library.refused.length).toBe(library.size)
    expect(library.refused.filter(({ reason }) => reason === '')).toEqual([])
    const [one] = VARIED_ASSETS
    for (const { query } of queries) if (one !== undefined) evaluate(readQuery(query), one, 0)
    // Refused are mistakes, Google's and PublicWWW's own words, and what would find other records than meant.
    const own = library.refused.filter(({ platform }) => platform === 'shodan' || platform === 'fofa')
    expect(own.length).toBeLessThan(library.size / 50)
    expect(queries.length).toBeGreaterThan(library.size * 0.9)
  })
})
