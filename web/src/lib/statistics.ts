// The choices of the statistics: in the address, so that they can be shared, else as last chosen in this browser.
import { CATALOGUE, isCountable } from '../../../src/field/index.ts'

/** How the counts are drawn. */
export const FORMS = ['bars', 'treemap', 'line'] as const

/** One of them. */
export type Form = (typeof FORMS)[number]

/** How many values are counted. */
export const TOPS = [10, 25, 50, 250] as const

/** What is counted, and how it is shown. */
export interface StatisticsChoice {
  readonly field: string
  /** The field of the columns of a cross table; empty without one. */
  readonly by: string
  readonly top: number
  readonly form: Form
}

/** The fields that can be counted. */
export const COUNTED: readonly string[] = CATALOGUE.filter(isCountable)
  .map(({ name }) => name)
  .sort()

/** The fields whose values have an order that a line can follow. */
export const ORDERED: ReadonlySet<string> = new Set(
  CATALOGUE.filter(({ kind }) => kind === 'number' || kind === 'time').map(({ name }) => name),
)

const NAME = 'periplus.statistics'
const NAMES = ['field', 'by', 'top', 'form'] as const

/** The choice of an address, else the last one. */
export function readChoice(parameters: URLSearchParams): StatisticsChoice {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(NAME)
  const isStated = NAMES.some((name) => parameters.has(name))
  const source = isStated ? parameters : new URLSearchParams(kept ?? '')
  const field = COUNTED.find((name) => name === source.get('field')) ?? 'port'
  const form = FORMS.find((name) => name === source.get('form')) ?? 'bars'
  return {
    field,
    by: COUNTED.find((name) => name === source.get('by') && name !== field) ?? '',
    top: TOPS.find((top) => String(top) === source.get('top')) ?? TOPS[0],
    form: form === 'line' && !ORDERED.has(field) ? 'bars' : form,
  }
}

/** The parameters of an address with a choice in them; it is remembered. */
export function writeChoice(parameters: URLSearchParams, choice: StatisticsChoice): URLSearchParams {
  const own = new URLSearchParams(NAMES.map((name) => [name, String(choice[name])]))
  localStorage.setItem(NAME, String(own))
  return new URLSearchParams([...[...parameters].filter(([name]) => !own.has(name)), ...own])
}
