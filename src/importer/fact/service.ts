// One service as most tools report it: a name or address, a port, and what is known of it.
import {
  type BaseProtocol,
  type Observation,
  readBaseProtocol,
  type Stated,
  type StatedFinding,
} from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { escapeControls, type Json, readPort, readTime, readWebAddress } from '../text/index.ts'
import { splitMessage } from './http.ts'
import { type Mapped, NO_PORT, rejected } from './mapped.ts'

/** What a tool says of a service. */
interface ServiceFacts extends Pick<Observation, 'page' | 'certificate' | 'addresses' | 'icon'> {
  readonly findings?: readonly StatedFinding[] | undefined
  /** The name that it was reached by, if the tool used one. */
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly port: Json | undefined
  /** The port that the user states for records without one. */
  readonly otherwise?: number | undefined
  readonly transport?: string | undefined
  readonly time?: unknown
  readonly stated: Stated
}

/** The observation of a service, or why it is none. */
export function serviceOf(facts: ServiceFacts): Mapped {
  const where = reachedBy(facts.name, facts.address)
  if (where === undefined) return rejected('neither a name nor an address says where it was')
  const port = readPort(facts.port) ?? facts.otherwise
  if (port === undefined)
    return rejected(facts.port === undefined ? NO_PORT : 'the port is not between 1 and 65535')
  const { page, certificate, addresses, icon, findings } = facts
  const observation: Observation = {
    ...{ reached: where.reached, port, baseProtocol: transportOf(facts.transport) },
    ...{ time: readTime(facts.time), stated: { ...where.stated, ...facts.stated } },
    ...(page !== undefined && { page }),
    ...(certificate !== undefined && { certificate }),
    ...(addresses !== undefined && addresses.length > 0 && { addresses }),
    ...(icon !== undefined && { icon }),
    ...(findings !== undefined && findings.length > 0 && { findings }),
  }
  return { kind: 'observation', observation }
}

function transportOf(text: string | undefined): BaseProtocol {
  return readBaseProtocol(text?.trim() ?? '') ?? 'tcp'
}

/** A web page whose address says where it was, or why it is none. */
export function webPageOf(
  url: string | undefined,
  facts: Omit<ServiceFacts, 'name' | 'port' | 'page'>,
): Mapped {
  const at = readWebAddress(url ?? '')
  if (at === undefined) return rejected('no usable web address says where it was')
  const { scheme, path, port, reached } = at
  const stated: Stated = { type: 'subdomain', protocol: scheme, ...facts.stated }
  return serviceOf({ ...facts, name: reached, port, stated, page: { scheme, path } })
}

/** What a service sent: header and body of a response, else its banner. */
export function statedAnswer(text: string | undefined): Stated {
  if (text === undefined || text.trim() === '') return {}
  const message = splitMessage(text)
  if (message === undefined) return { banner: escapeControls(text) }
  return { header: message.header, ...(message.body !== '' && { body: message.body }) }
}

/** The base64 text of a certificate as its bytes, or PEM as it is; undefined where it is neither. */
export function certificateBytes(text: string | undefined): string | Uint8Array | undefined {
  if (text === undefined) return undefined
  if (text.includes('-----BEGIN CERTIFICATE')) return text
  const bytes = /^[A-Za-z0-9+/=\s]{100,}$/.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes?.[0] === 0x30 ? bytes : undefined
}

/**
 * Where a service was reached: by its name where the source used one, with the address the source gives for it, else by its
 * address. Undefined when neither is there.
 */
export function reachedBy(
  name: string | undefined,
  address: string | undefined,
): { readonly reached: string; readonly stated: { readonly ip?: string } } | undefined {
  const ip = address === undefined ? undefined : canonicalAddress(address.trim())
  const used = name?.trim().replace(/^\[(.*)\]$/, '$1')
  if (used === undefined || used === '') return ip === undefined ? undefined : { reached: ip, stated: {} }
  const own = canonicalAddress(used)
  if (own !== undefined) return { reached: own, stated: {} }
  return { reached: used, stated: ip === undefined ? {} : { ip } }
}
