// One page that gowitness 3 opened, as its JSON lines hold it. Layout read in sensepost/gowitness pkg/models/models.go.
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  type Mapped,
  numberAt,
  objectAt,
  objectsAt,
  reachedBy,
  readTlsVersion,
  rejected,
  screenshotOf,
  skipped,
  statedCertificate,
  statedProducts,
  textAt,
} from '../fact/index.ts'
import { type JsonObject, printHeader, readTime, readWebAddress, type WebAddress } from '../text/index.ts'

/** Maps one page. */
export function* mapPage(record: JsonObject): Generator<Mapped> {
  if (record['failed'] === true)
    return yield skipped(`no answer (${textAt(record, 'failed_reason') ?? 'failed'})`)
  const address = readWebAddress(textAt(record, 'final_url') ?? textAt(record, 'url') ?? '')
  if (address === undefined)
    return yield rejected('no usable `final_url` or `url`: not a result of gowitness')
  const where = reachedBy(address.reached, answeredFrom(record, address))
  if (where === undefined) return yield rejected('neither a name nor an address says where it was')
  const observation = {
    reached: where.reached,
    port: address.port,
    baseProtocol: 'tcp' as const,
    time: readTime(record['probed_at']),
    stated: { ...where.stated, type: 'subdomain' as const, ...statedPage(record), ...statedTls(record) },
    page: { scheme: address.scheme, path: address.path },
    ...screenshotOf(textAt(record, 'screenshot'), textAt(record, 'file_name')),
  }
  yield { kind: 'observation', observation }
}

/** Who answered for the page itself, among all that it loaded. */
function answeredFrom(record: JsonObject, page: WebAddress): string | undefined {
  for (const entry of objectsAt(record, 'network')) {
    const at = readWebAddress(textAt(entry, 'url') ?? '')
    if (at?.reached === page.reached && at.port === page.port)
      return textAt(entry, 'remote_ip')?.replace(/^\[(.*)\]$/, '$1')
  }
  return undefined
}

function statedPage(record: JsonObject): Stated {
  const products = objectsAt(record, 'technologies').map((entry) => ({
    product: textAt(entry, 'value') ?? '',
  }))
  return {
    ...defined<Stated>({
      title: textAt(record, 'title'),
      status_code: numberAt(record, 'response_code') || undefined,
      header: headerOf(record),
      body: textAt(record, 'html'),
    }),
    ...statedProducts(products),
  }
}

/** Chromium reports the version of HTTP in its own words and header fields one by one. */
function headerOf(record: JsonObject): string | undefined {
  const fields = objectsAt(record, 'headers').flatMap((entry): (readonly [string, string])[] => {
    const name = textAt(entry, 'key')
    return name === undefined || name.startsWith(':') ? [] : [[name, textAt(entry, 'value') ?? '']]
  })
  const status = numberAt(record, 'response_code')
  if (fields.length === 0 || status === undefined) return undefined
  const version = /^h([23])/.exec(textAt(record, 'protocol') ?? '')?.[1] ?? '1.1'
  return printHeader(`HTTP/${version} ${status} ${textAt(record, 'response_reason') ?? ''}`.trimEnd(), fields)
}

function statedTls(record: JsonObject): Stated {
  const tls = objectAt(record, 'tls') ?? {}
  const named = (key: string) => {
    const name = textAt(tls, key)
    return name === undefined ? undefined : [{ label: 'CommonName', value: name }]
  }
  const facts = statedCertificate({
    subject: named('subject_name'),
    issuer: named('issuer'),
    notBefore: tls['valid_from'] ? readTime(tls['valid_from']) : undefined,
    notAfter: tls['valid_to'] ? readTime(tls['valid_to']) : undefined,
    names: objectsAt(tls, 'san_list').flatMap((entry) => textAt(entry, 'value') ?? []),
  })
  // Two common names alone do not tell whether the whole names are the same.
  delete facts.cert_is_equal
  return { ...facts, ...defined<Stated>({ tls_version: readTlsVersion(textAt(tls, 'protocol')) }) }
}
