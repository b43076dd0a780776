// CPE names that a source lists with its products, in one spelling. NIST IR 7695, 6.1 (URI binding, 2.2) and 6.2 (formatted string
// binding, 2.3).
import { isObject, parseJsonText } from '../util/index.ts'

/** The most entries of a source's list that are read. */
const MOST = 1000

/** The distinct CPE names in the JSON text of products, as 2.3 without unspecified attributes at the end. */
export function readCpe(structinfo: string): readonly string[] {
  if (!structinfo.includes('cpe:')) return []
  const names = textsUnder(parseJsonText(structinfo), 'cpe').flatMap((text) =>
    text.split(',').flatMap(spellCpe),
  )
  return [...new Set(names)]
}

/** One CPE name as 2.3; empty for any other text. */
export function spellCpe(text: string): readonly string[] {
  const match = /^\s?cpe:(?:\/|2\.3:)([aoh]):(\S{1,500})\s?$/i.exec(text)
  if (match === null) return []
  const [, part = '', rest = ''] = match
  // A colon inside a value is escaped.
  const attributes = rest.split(/(?<!\\):/)
  while (/^[*-]?$/.test(attributes.at(-1) ?? '*') && attributes.length > 0) attributes.pop()
  if (attributes.length < 2) return []
  return [['cpe', '2.3', part.toLowerCase(), ...attributes.map((value) => value || '*')].join(':')]
}

/** The texts under a key of an object or of a list of objects. */
function textsUnder(value: unknown, key: string): readonly string[] {
  const objects = (Array.isArray(value) ? value : [value]).slice(0, MOST)
  const found = objects.flatMap((one: unknown) => (isObject(one) ? [one[key]] : [])).flat()
  return found.slice(0, MOST).filter((one) => typeof one === 'string')
}
