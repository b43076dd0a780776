// Templates of nuclei (YAML) that detect products on the first page by words, expressions, status and header.
import { parse } from 'yaml'
import { quote } from '../../query/index.ts'
import { isObject, objectsIn, textsIn } from '../../util/index.ts'
import { type Draft, draftOf, isRefused, refused } from './draft.ts'
import { anyIcon, comparedIcons } from './icon.ts'

type Values = Readonly<Record<string, unknown>>

/** The rules of a template; undefined for other texts. */
export function readNuclei(text: string): readonly Draft[] | undefined {
  if (!/^id:[ \t]*\S/m.test(text) || !/^info:/m.test(text)) return undefined
  const template = parsed(text)
  if (!isObject(template) || !isObject(template['info'])) return undefined
  return templateDrafts(template, template['info'])
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, prettyErrors: false })
  } catch {
    return undefined
  }
}

const DETECTS = new Set(['tech', 'panel', 'detect', 'detection', 'favicon'])

function templateDrafts(template: Values, info: Values): readonly Draft[] {
  const name = productOf(template, info)
  const tags = String(info['tags'] ?? '').split(',')
  if (!tags.some((tag) => DETECTS.has(tag.trim()))) return [refused(name, 'its tags do not include `tech`')]
  const requests = objectsIn(template['http'] ?? template['requests'])
  if (requests.length === 0) return [refused(name, 'it sends no HTTP request')]
  return requests.flatMap((request) => requestDrafts(name, request))
}

function productOf(template: Values, info: Values): string {
  const metadata = isObject(info['metadata']) ? info['metadata'] : {}
  const named = [metadata['product'], info['name'], template['id']].find(
    (one) => typeof one === 'string' && one !== '',
  )
  return String(named ?? '')
    .replace(/[ -]{1,3}(?:panel|login|detect|detection)[\s\S]*$/i, '')
    .slice(0, 200)
}

function requestDrafts(name: string, request: Values): readonly Draft[] {
  const paths = textsIn(request['path'])
  const isIcon = paths.length > 0 && paths.every((path) => /\.(?:ico|png|svg|gif)$/i.test(path))
  if (!isIcon && !paths.some((path) => /^\{\{(?:BaseURL|RootURL)\}\}\/?$/.test(path)))
    return [refused(name, 'it asks for another page than the first')]
  if (request['method'] !== undefined && request['method'] !== 'GET')
    return [refused(name, 'it sends another request than GET')]
  // Beside the hash of an icon, the status of its answer says nothing.
  const matchers = objectsIn(request['matchers']).filter(({ type }) => !isIcon || type !== 'status')
  const conditionOf = isIcon ? iconCondition : matcherCondition
  const all = matchers.map((matcher) => ({ name: matcher['name'], condition: conditionOf(matcher) }))
  const isAnd = request['matchers-condition'] === 'and'
  const named = all.length > 1 && all.every((one) => typeof one.name === 'string')
  // One template may name a product for each of its matchers.
  if (!isAnd && named) return all.map((one) => draftOrRefused(String(one.name), [one.condition]))
  if (isAnd)
    return [
      draftOrRefused(
        name,
        all.map(({ condition }) => condition),
      ),
    ]
  return all.map(({ condition }) => draftOrRefused(name, [condition]))
}

/** A condition, or the reason why there is none. */
type Condition = { readonly text: string } | { readonly reason: string }

function draftOrRefused(name: string, conditions: readonly Condition[]): Draft {
  const fault = conditions.find((one) => 'reason' in one)
  if (fault !== undefined && 'reason' in fault) return refused(name, fault.reason)
  const draft = draftOf(
    name,
    conditions.flatMap((one) => ('text' in one ? [one.text] : [])),
  )
  return isRefused(draft) ? refused(name, draft.reason) : draft
}

/** A matcher of an answer that is an icon. */
function iconCondition(matcher: Values): Condition {
  const compared = textsIn(matcher['dsl']).map(comparedIcons)
  const hashes = compared.flatMap((one) => one ?? [])
  return matcher['type'] === 'dsl' && compared.every((one) => one !== undefined)
    ? positive(anyIcon(hashes), '', matcher['negative'])
    : { reason: 'it asks an icon for more than its hash' }
}

function matcherCondition(matcher: Values): Condition {
  const { type, part = 'body', negative } = matcher
  const joiner = matcher['condition'] === 'and' ? ' && ' : ' || '
  const fields = fieldsOf(String(part))
  if (type === 'favicon') return positive(anyIcon(textsIn(matcher['hash'])), '', negative)
  if (type === 'status') return positive(statusTexts(matcher['status']), ' || ', negative)
  if (fields === undefined) return { reason: `it asks for \`${String(part).slice(0, 40)}\` of the answer` }
  const across = (test: (field: string) => string): string => {
    const each = fields.map(test)
    return each.length === 1 ? each.join('') : `(${each.join(' || ')})`
  }
  if (type === 'word') {
    const words = textsIn(matcher['words'])
    if (words.some((word) => word.includes('{{'))) return { reason: 'its words contain a variable' }
    return positive(
      words.map((word) => across((field) => `${field}=${quote(word)}`)),
      joiner,
      negative,
    )
  }
  if (type !== 'regex') return { reason: `it has a matcher of type \`${String(type).slice(0, 40)}\`` }
  const tests = textsIn(matcher['regex']).map((one) => across((field) => `${field}=~${quote(one)}`))
  return positive(tests, joiner, negative)
}

function positive(tests: readonly string[], joiner: string, negative: unknown): Condition {
  if (tests.length === 0) return { reason: 'it has an empty matcher' }
  const joined = tests.length === 1 ? tests.join('') : `(${tests.join(joiner)})`
  return { text: negative === true ? `!(${joined})` : joined }
}

function fieldsOf(part: string): readonly string[] | undefined {
  if (part === 'body') return ['body']
  if (part === 'header' || part === 'all_headers' || part === 'headers') return ['header']
  return part === 'all' || part === 'response' || part === 'raw' ? ['body', 'header'] : undefined
}

function statusTexts(value: unknown): readonly string[] {
  const numbers = Array.isArray(value) ? value.filter((one) => Number.isInteger(one)) : []
  return numbers.map((number) => `status_code="${String(number)}"`)
}
