// Match lines of nmap-service-probes: an expression on what a service sent, and where in it product and version are.
// https://nmap.org/book/vscan-fileformat.html
import { quote } from '../../query/index.ts'
import { type Draft, draftOf, isRefused, refused, withOneGroup } from './draft.ts'

/** The rules of a file; undefined for other texts. */
export function readNmapProbes(text: string): readonly Draft[] | undefined {
  const lines = text.split(/\r?\n/)
  const matches = lines.filter((line) => /^match [\w./-]+ m/.test(line))
  const hasProbe = lines.some((line) => /^Probe (?:TCP|UDP) \S/.test(line))
  return matches.length === 0 || !(hasProbe || matches.length > 1) ? undefined : matches.map(matchDraft)
}

/** Text between two equal signs, of which the first follows a letter. */
interface Delimited {
  readonly value: string
  readonly rest: string
}

function delimited(text: string): Delimited | undefined {
  const sign = text.charAt(0)
  const end = sign === '' ? -1 : text.indexOf(sign, 1)
  return end === -1 ? undefined : { value: text.slice(1, end), rest: text.slice(end + 1) }
}

function matchDraft(line: string): Draft {
  const [, service = '', after = ''] = /^match (\S{1,60}) m([\s\S]*)$/.exec(line) ?? []
  const pattern = delimited(after)
  if (pattern === undefined) return refused(service, 'its expression does not end')
  const [flags = ''] = /^[is]*/.exec(pattern.rest) ?? []
  const details = detailsOf(pattern.rest.slice(flags.length))
  const product = details.get('p')
  if (product === undefined) return refused(service, 'it names no product')
  if (product.includes('$')) return refused(service, 'its product is a part of the answer')
  if (/\\0|\\x(?:0[0-8bcef]|1|[89a-f])/i.test(pattern.value))
    return refused(product, 'its expression matches bytes that are not text')
  return productDraft({ product, service, details, expression: pattern.value, flags })
}

/** `p/…/ v/…/ cpe:/…/`, in which any sign may stand for the slash. */
function detailsOf(text: string): ReadonlyMap<string, string> {
  const details = new Map<string, string>()
  let rest = text
  for (let count = 0; count < 20; count++) {
    const [head, key] = /^\s*(cpe:|[pvihod])(?=[^\w\s])/.exec(rest) ?? []
    const found = head === undefined ? undefined : delimited(rest.slice(head.length))
    if (key === undefined || found === undefined) return details
    if (!details.has(key)) details.set(key, found.value)
    rest = found.rest.replace(/^a(?=\s|$)/, '')
  }
  return details
}

interface Match {
  readonly product: string
  readonly service: string
  readonly details: ReadonlyMap<string, string>
  readonly expression: string
  readonly flags: string
}

function productDraft({ product, service, details, expression, flags }: Match): Draft {
  const group = Number(/^\$([1-9])$/.exec(details.get('v') ?? '')?.[1] ?? 0)
  const lines = withOneGroup(expression, group).replaceAll('\\r\\n', '\\r?\\n')
  const options = flags === '' ? '' : `(?${[...new Set(flags)].join('')})`
  const field = service === 'http' || service === 'http-proxy' ? 'header' : 'banner'
  const condition = `${field}=~${quote(options + lines)}`
  const draft = draftOf(product, [condition])
  if (isRefused(draft)) return draft
  const cpe = spellCpeName(details.get('cpe:') ?? '')
  return { ...draft, ...(cpe !== undefined && { cpe }), ...(group > 0 && { version: condition }) }
}

/** The start of `a:vendor:product:…` as a CPE 2.3 name of a product; undefined where it names none. */
function spellCpeName(text: string): string | undefined {
  const [, part, vendor, product] = /^([aoh]):([^:$]{1,80}):([^:$/]{1,80})/.exec(text) ?? []
  return part === undefined ? undefined : `cpe:2.3:${part}:${vendor}:${product}`
}
