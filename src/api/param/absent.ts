// Fields of the hosted service that nothing here tells. Programs written for it ask for them along with others and read by place,
// so accounts of dialect `live` get empty texts for them; for everybody else they are unknown.
import type { Account } from '../../service/account/index.ts'
import type { Parameter } from './search.ts'

const ABSENT = new Set([
  'banner_fid',
  'cert.is_valid',
  'cert_is_valid',
  'certs_is_valid',
  'certs_valid',
  'cname_domain',
  'icon',
])

/** Where the values of a row come from: the place among the fields that are searched, or nowhere. */
export type Layout = readonly (number | undefined)[]

/** The parameters with the names of fields that can be searched, and the layout of a row where others were among them. */
export interface Reduced {
  readonly parameter: Parameter
  readonly layout: Layout | undefined
}

/** Takes absent fields out of the parameter `fields` of a caller whose program may know them. */
export function withoutAbsent(parameter: Parameter, { dialect }: Account): Reduced {
  const names = (parameter('fields') ?? '').split(',').flatMap((name) => name.trim() || [])
  const known = names.filter((name) => !isAbsent(name))
  if (dialect !== 'live' || known.length === names.length) return { parameter, layout: undefined }
  let place = 0
  const layout = names.map((name) => (isAbsent(name) ? undefined : place++))
  const fields = known.length === 0 ? 'host' : known.join(',')
  return { parameter: (name) => (name === 'fields' ? fields : parameter(name)), layout }
}

function isAbsent(name: string): boolean {
  return ABSENT.has(name.toLowerCase())
}
