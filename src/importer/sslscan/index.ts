// sslscan: XML (`--xml`) of versions 1 and 2. Layout read in sslscan.c.
import type { Stated } from '../../asset/index.ts'
import {
  decimalSerial,
  defined,
  readDistinguishedName,
  readTlsVersion,
  serviceOf,
  statedCertificate,
  readingOfElement,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  printElement,
  readElements,
  readTime,
  reject,
  type XmlElement,
} from '../text/index.ts'

/** The whole name where it was asked for (`--show-certificate`), else a common name alone. */
function nameOf(text: string | undefined) {
  if (text === undefined) return undefined
  const name = text.includes('=')
    ? readDistinguishedName(text.replace(/^\//, '').replaceAll('/', ', '))
    : undefined
  return name ?? [{ label: 'CommonName', value: text }]
}

function certificateOf(test: XmlElement): XmlElement | undefined {
  return childOf(childOf(test, 'certificates') ?? test, 'certificate')
}

function statedOf(test: XmlElement): Stated {
  const certificate = certificateOf(test)
  const names = (childText(certificate, 'altnames') ?? '').matchAll(/(?:DNS|IP Address):([^,\s]{1,253})/g)
  const facts = statedCertificate({
    serial: decimalSerial(hexadecimal(childText(certificate, 'serial'))),
    signature: childText(certificate, 'signature-algorithm'),
    subject: nameOf(childText(certificate, 'subject')),
    issuer: nameOf(childText(certificate, 'issuer')),
    names: [...names].map((match) => match[1] ?? ''),
    notBefore: readTime(childText(certificate, 'not-valid-before')),
    notAfter: readTime(childText(certificate, 'not-valid-after')),
  })
  const equal = childText(certificate, 'self-signed')
  if (equal === undefined) delete facts.cert_is_equal
  return {
    ...facts,
    ...defined<Stated>({
      cert_is_equal: equal === undefined ? undefined : equal === 'true',
      tls_version: versionOf(test),
    }),
  }
}

function hexadecimal(serial: string | undefined): string | undefined {
  return serial === undefined ? undefined : `0x${serial.replace(/^0x/i, '')}`
}

function versionOf(test: XmlElement): string | undefined {
  const accepted = childrenOf(test, 'cipher')
    .filter((cipher) => /^(accepted|preferred)$/.test(attributeOf(cipher, 'status') ?? ''))
    .map((cipher) => readTlsVersion(attributeOf(cipher, 'sslversion')))
  return ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1.0', 'SSLv3', 'SSLv2'].find((name) =>
    accepted.includes(name),
  )
}

function readingOf(test: XmlElement): Reading {
  const { line } = test
  // Of a host that did not answer there is nothing but its name.
  if (test.children.length === 0) return { kind: 'skip', line, reason: 'a target without an answer' }
  const pem = childText(certificateOf(test), 'certificate-blob')
  const mapped = serviceOf({
    name: attributeOf(test, 'sniname') ?? attributeOf(test, 'host'),
    address: attributeOf(test, 'host'),
    port: attributeOf(test, 'port'),
    stated: pem?.includes('-----BEGIN') ? {} : statedOf(test),
    ...(pem?.includes('-----BEGIN') && { certificate: pem }),
  })
  return readingOfElement(mapped, test)
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const event of readElements(input.bytes, new Set(['ssltest', 'error']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'torn' && event.element.name === 'ssltest')
      yield reject(event.element.line, event.reason, printElement(event.element))
    else if (event.kind === 'element')
      if (event.element.name === 'ssltest') yield readingOf(event.element)
      else yield { kind: 'skip', line: event.element.line, reason: 'a target without an answer' }
  }
}

function detect(sample: Sample): number {
  return /<document\b[^>]{0,300}SSLScan/i.test(sample.text.slice(0, 4096)) ||
    /^\s*<ssltest\b/.test(sample.text)
    ? 0.97
    : 0
}

/** sslscan's reports. */
export const sslscanImporter: Importer = {
  name: 'sslscan',
  label: 'sslscan (`sslscan --xml=FILE`)',
  detect,
  read,
}
