// Wappalyzer's technologies (JSON): what headers, cookies, the page, its meta elements and its scripts say. What needs a browser is left out.
import { quote } from '../../query/index.ts'
import { isObject } from '../../util/index.ts'
import { type Draft, draftOfAny, refused, withOneGroup } from './draft.ts'

/** The technologies of a file; undefined for other JSON. */
export function readWappalyzer(value: unknown): readonly Draft[] | undefined {
  if (!isObject(value)) return undefined
  const wrapped = value['technologies'] ?? value['apps'] ?? value
  if (!isObject(wrapped)) return undefined
  const entries = Object.entries(wrapped)
  const isKnown = entries.some(([, one]) => isObject(one) && Array.isArray(one['cats']))
  return isKnown ? entries.map(([name, one]) => technologyDraft(name, one)) : undefined
}

/** A condition, and whether its first group is the version. */
interface Found {
  readonly condition: string
  readonly hasVersion: boolean
}

function technologyDraft(name: string, entry: unknown): Draft {
  if (!isObject(entry)) return refused(name, 'it is not an object')
  const found = [
    ...pairs(entry['headers']).map(([key, pattern]) => headerOf(key, pattern)),
    ...pairs(entry['cookies']).map(([key, pattern]) => cookieOf(key, pattern)),
    ...pairs(entry['meta']).map(([key, pattern]) => metaOf(key, pattern)),
    ...texts(entry['html']).map((pattern) => anywhere('body', pattern)),
    ...[...texts(entry['scriptSrc']), ...texts(entry['scripts'])].map((pattern) =>
      anywhere('js_name', pattern),
    ),
  ].filter((one) => one !== undefined)
  if (found.length === 0)
    return refused(
      name,
      'it names no header, cookie, page text, meta element or script that is sure by itself',
    )
  const cpe = cpeOf(entry['cpe'])
  const versions = found.filter(({ hasVersion }) => hasVersion).map(({ condition }) => condition)
  const conditions = found.map(({ condition }) => condition)
  return draftOfAny(name, conditions, { ...(cpe !== undefined && { cpe }), versions })
}

/** A pattern with the number of the group that is the version, 0 without; undefined where it is not sure by itself. */
function readPattern(text: string): { readonly expression: string; readonly version: number } | undefined {
  const [expression = '', ...tags] = text.split('\\;')
  const value = (name: string) => tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1)
  if (Number(value('confidence') ?? '100') < 100) return undefined
  const version = /^\\([1-9])$/.exec(value('version') ?? '')?.[1]
  return { expression, version: version === undefined ? 0 : Number(version) }
}

function conditionOf(field: string, before: string, text: string): Found | undefined {
  const pattern = readPattern(text)
  if (pattern === undefined || before + pattern.expression === '') return undefined
  const { expression, version } = pattern
  const rest = before === '' ? expression : expression.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const isAnchored = before === '' || expression.startsWith('^') || expression === ''
  const group = withOneGroup(rest, version)
  // Only what is outside groups says which texts a match contains.
  const inner = before !== '' && group.includes('|') ? `(?:${group})` : group
  const whole = `(?im)${before}${isAnchored ? '' : '[^\\r\\n]*?'}${inner}`
  return { condition: `${field}=~${quote(whole)}`, hasVersion: version > 0 }
}

function headerOf(name: string, pattern: string): Found | undefined {
  return conditionOf('header', `^${escaped(name)}:[ \\t]*`, pattern)
}

function cookieOf(name: string, pattern: string): Found | undefined {
  return conditionOf(
    'header',
    `^Set-Cookie:[ \\t]*${escaped(name).replaceAll('\\*', '[^=\\r\\n]*')}=`,
    pattern,
  )
}

function metaOf(name: string, pattern: string): Found | undefined {
  return conditionOf(
    'body',
    `<meta[^>]+(?:name|property)=["']?${escaped(name)}["']?[^>]+content=["']?`,
    pattern,
  )
}

function anywhere(field: string, pattern: string): Found | undefined {
  return conditionOf(field, '', pattern)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

function cpeOf(value: unknown): string | undefined {
  const [, part] =
    /^(cpe:2\.3:[aoh]:[^:]{1,80}:[^:]{1,80})/.exec(typeof value === 'string' ? value : '') ?? []
  return part
}

function pairs(value: unknown): readonly (readonly [string, string])[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, one]) => texts(one, true).map((text) => [key, text] as const))
}

function texts(value: unknown, mayBeEmpty = false): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one): one is string => typeof one === 'string' && (mayBeEmpty || one !== ''))
}
