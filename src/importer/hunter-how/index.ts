// hunter.how: answers of its search (`/search`), which name services and little of them.
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  type Mapped,
  objectsAt,
  readMapped,
  readProtocol,
  rejected,
  serviceOf,
  skipped,
  statedLocation,
  statedProducts,
  statusAt,
  textAt,
  titleAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { asObject, type JsonObject, peekObjects, readWebAddress } from '../text/index.ts'

function* map(record: JsonObject): Generator<Mapped> {
  if (!('port' in record)) return yield withoutPort(record)
  const url = readWebAddress(textAt(record, 'url') ?? '')
  const products = objectsAt(record, 'product').map((part) => ({
    product: textAt(part, 'name'),
    version: textAt(part, 'version'),
  }))
  yield serviceOf({
    name: textAt(record, 'domain'),
    address: textAt(record, 'ip'),
    port: record['port'],
    transport: textAt(record, 'transport_protocol'),
    time: textAt(record, 'updated_at'),
    stated: {
      ...defined<Stated>({
        protocol: readProtocol(textAt(record, 'protocol')) ?? url?.scheme,
        title: titleAt(record, 'web_title'),
        status_code: statusAt(record, 'status_code'),
        os: textAt(record, 'os'),
      }),
      ...statedProducts(products),
      ...statedLocation({
        countryName: textAt(record, 'country'),
        province: textAt(record, 'province'),
        city: textAt(record, 'city'),
        asNumber: record['asn'],
        asOrganization: textAt(record, 'as_org') ?? textAt(record, 'asname'),
        isp: textAt(record, 'isp'),
      }),
    },
  })
}

function withoutPort(answer: JsonObject): Mapped {
  const list = asObject(answer['data'])?.['list']
  if (list === null || Array.isArray(list)) return skipped('an answer without results')
  return rejected(`no result: ${(textAt(answer, 'message') ?? 'no `port`').slice(0, 200)}`)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  const [item] = objectsAt(first, 'data', 'list')
  return item !== undefined && 'ip' in item && 'port' in item && 'domain' in item ? 0.97 : 0
}

/** hunter.how's results. */
export const hunterHowImporter: Importer = {
  name: 'hunter-how',
  label: 'hunter.how (answers of its search)',
  detect,
  read: (input, options) => readMapped(input, options, ['data.list'], map),
}
