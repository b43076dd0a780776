// A `<port>` of Nmap's XML → an observation. Layout: nmap docs/nmap.dtd.
import { type BaseProtocol, type Observation, readBaseProtocol, type Stated } from '../../asset/index.ts'
import {
  cpeProduct,
  defined,
  hasshOf,
  hostKeyFingerprints,
  type Product,
  statedProducts,
} from '../fact/index.ts'
import { attributeOf, childOf, childrenOf, readableBytes, readPort, type XmlElement } from '../text/index.ts'
import { certificateOf } from './certificate.ts'
import { findingsOf } from './finding.ts'
import { type ProbeAnswer, readFingerprint } from './fingerprint.ts'
import { protocolOf } from './protocol.ts'
import {
  algorithmsOf,
  generatorOf,
  hostKeysOf,
  iconOf,
  outputOf,
  type Scripts,
  scriptsOf,
  tableOf,
  unescapedText,
} from './script.ts'
import { webPartOf } from './web.ts'

/** A port's part of an observation; the host's part is added when the host is complete. */
export type PortPart = Omit<Observation, 'reached' | 'time'>

/** A port as an observation's part, or why it is none. */
type ReadPort =
  | { readonly kind: 'part'; readonly part: PortPart }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'bad'; readonly reason: string }

/** Reads a `<port>`. */
export function readPortElement(element: XmlElement): ReadPort {
  const transport = attributeOf(element, 'protocol') ?? ''
  const state = attributeOf(childOf(element, 'state'), 'state') ?? 'unknown'
  if (transport === 'ip') return { kind: 'skip', reason: 'an IP protocol, no service' }
  if (state !== 'open') return { kind: 'skip', reason: `port is ${state}` }
  const baseProtocol = readBaseProtocol(transport)
  if (baseProtocol === undefined)
    return { kind: 'bad', reason: `\`${transport}\` is not one of tcp, udp and sctp` }
  // `id` until 2000
  const number = attributeOf(element, 'portid') ?? attributeOf(element, 'id')
  const port = readPort(number)
  if (port === undefined)
    return { kind: 'bad', reason: `\`${number ?? ''}\` is not a port between 1 and 65535` }
  return { kind: 'part', part: partOf(element, port, baseProtocol) }
}

/** The service that Nmap recognised by talking to it; a name looked up by port number says nothing. */
function probedService(element: XmlElement): XmlElement | undefined {
  return childrenOf(element, 'service').find((service) => attributeOf(service, 'method') !== 'table')
}

/** What the service answered; Nmap keeps it also where it fell back to the name of the port. */
function answersOf(element: XmlElement): readonly ProbeAnswer[] {
  return childrenOf(element, 'service').flatMap((service) =>
    readFingerprint(attributeOf(service, 'servicefp') ?? ''),
  )
}

function partOf(element: XmlElement, port: number, baseProtocol: BaseProtocol): PortPart {
  const scripts = scriptsOf(element)
  const service = probedService(element)
  const answers = answersOf(element)
  const web = webPartOf(scripts, answers)
  const certificate = certificateOf(scripts)
  const encrypted = childrenOf(element, 'service').some((entry) => attributeOf(entry, 'tunnel') === 'ssl')
  // Behind STARTTLS a certificate says nothing about the port; HTTP has none.
  const scheme = encrypted || (certificate !== undefined && web !== undefined) ? 'https' : 'http'
  const named = protocolOf(attributeOf(service, 'name') ?? '', encrypted)
  const stated = defined<Stated>({
    protocol: web === undefined ? named : scheme,
    ...web?.stated,
    banner: web === undefined ? bannerOf(element, scripts, answers) : undefined,
    icon_md5: iconOf(scripts)?.md5,
    os: attributeOf(service, 'ostype'),
    tls_version: tlsVersionOf(scripts),
    ssh_fingerprint: hostKeyFingerprints(hostKeysOf(scripts)),
    hassh: hasshOf(algorithmsOf(scripts)),
    ...versionAlone(service),
    ...statedProducts(productsOf(service, scripts)),
    ...certificate?.stated,
  })
  const findings = findingsOf(scripts)
  return {
    port,
    baseProtocol,
    stated,
    ...(findings.length > 0 && { findings }),
    ...(web !== undefined && { page: { scheme, path: '/' } }),
    ...(web?.bodyLength !== undefined && { bodyLength: web.bodyLength }),
    ...(certificate?.pem !== undefined && { certificate: certificate.pem }),
  }
}

function bannerOf(
  element: XmlElement,
  scripts: Scripts,
  answers: readonly ProbeAnswer[],
): string | undefined {
  const unasked = answers.find(({ probe }) => probe === 'NULL')
  // The script cuts its output and drops the line end.
  if (unasked !== undefined) return readableBytes(unasked.bytes)
  const printed = outputOf(scripts.get('banner')) ?? childOf(element, 'banner')?.text
  if (printed !== undefined && printed !== '') return unescapedText(printed)
  return answers[0] && readableBytes(answers[0].bytes)
}

function productsOf(service: XmlElement | undefined, scripts: Scripts): readonly Product[] {
  const cpe = childrenOf(service, 'cpe').map((child) => child.text.trim())
  const known = cpe.filter((name) => name.startsWith('cpe:/a')).flatMap((name) => cpeProduct(name) ?? [])[0]
  const product = attributeOf(service, 'product') ?? known?.product
  const category = attributeOf(service, 'devicetype')
  const generator = generatorOf(scripts)
  const byIcon = iconOf(scripts)?.product
  const main: Product | undefined =
    product === undefined
      ? writtenTogether(attributeOf(service, 'version'))
      : {
          product: unescapedText(product),
          version: attributeOf(service, 'version') ?? known?.version,
          category: category === undefined ? [] : [category],
          cpe,
          info: attributeOf(service, 'extrainfo'),
        }
  return [
    ...(main === undefined ? [] : [main]),
    ...(generator === undefined ? [] : [generator]),
    ...(byIcon === undefined ? [] : [{ product: byIcon }]),
  ]
}

/** Nmap sometimes knows the version and not of what. */
function versionAlone(service: XmlElement | undefined): Stated {
  const version = attributeOf(service, 'version')
  return version === undefined || attributeOf(service, 'product') !== undefined
    ? {}
    : { product_version: [unescapedText(version)] }
}

/** `Apache/1.3.12 (Unix)` in the version attribute, as in 2000. */
function writtenTogether(version: string | undefined): Product | undefined {
  const match = /^([A-Za-z][\w.-]*)\/(\S+)/.exec(version ?? '')
  return match?.[1] === undefined ? undefined : { product: match[1], version: match[2] }
}

/** The newest version that the script `ssl-enum-ciphers` found. */
function tlsVersionOf(scripts: Scripts): string | undefined {
  const script = scripts.get('ssl-enum-ciphers')
  const versions = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1.0', 'SSLv3']
  return versions.find((version) => tableOf(script, version) !== undefined)
}
