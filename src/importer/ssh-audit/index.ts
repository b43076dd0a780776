// ssh-audit: JSON (`-j`), one object per target or an array of them (`-T`).
import type { Stated } from '../../asset/index.ts'
import { readHost } from '../../asset/index.ts'
import {
  cpeProduct,
  defined,
  hasshOf,
  hostKeyFingerprints,
  listAt,
  type MapContext,
  type Mapped,
  objectsAt,
  readMapped,
  rejected,
  serviceOf,
  skipped,
  statedProducts,
  textAt,
  textsAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { asObject, escapeControls, type JsonObject, peekObjects } from '../text/index.ts'

function* map(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  const target = readHost(textAt(record, 'target') ?? '')
  if (target === undefined) return yield rejected('no usable `target`')
  if (asObject(record['banner']) === undefined && listAt(record, 'kex').length === 0)
    return yield skipped('a target without an answer')
  // Until 3.0 the target had no port, also where it was not 22.
  yield serviceOf({
    name: target.reached,
    address: undefined,
    port: target.port,
    otherwise: options.port,
    stated: statedOf(record),
  })
}

function statedOf(record: JsonObject): Stated {
  const banner = textAt(record, 'banner', 'raw')
  const software = textAt(record, 'banner', 'software')
  const [, product, version] = /^([A-Za-z][\w.+-]*?)[_-]v?(\d\S*)$/.exec(software ?? '') ?? []
  const named = product ?? software
  return {
    ...defined<Stated>({
      protocol: 'ssh',
      banner: banner === undefined ? undefined : escapeControls(banner),
      ssh_fingerprint: hostKeyFingerprints([{ key: undefined, fingerprints: fingerprintsOf(record) }]),
      hassh: hasshOf(algorithmsOf(record)),
    }),
    ...statedProducts([{ product: named, version, cpe: cpesOf(record) }]),
  }
}

function cpesOf(record: JsonObject): readonly string[] {
  return textsAt(record, 'cpe').filter((name) => cpeProduct(name) !== undefined)
}

/** Each key has one of SHA-256 and one of MD5. */
function fingerprintsOf(record: JsonObject): readonly (string | undefined)[] {
  return objectsAt(record, 'fingerprints').map((entry) => {
    const hash = textAt(entry, 'hash')
    if (hash === undefined) return textAt(entry, 'fp')
    return textAt(entry, 'hash_alg') === 'SHA256' ? `SHA256:${hash}` : hash
  })
}

/** Names of algorithms, in the order of the server; ssh-audit's own notes on them are left out. */
function algorithmsOf(record: JsonObject) {
  const names = (key: string): readonly string[] =>
    listAt(record, key).flatMap((entry) => {
      const name = typeof entry === 'string' ? entry : textAt(entry, 'algorithm')
      return name === undefined ? [] : [name]
    })
  return {
    keyExchange: names('kex'),
    ciphers: names('enc'),
    macs: names('mac'),
    compression: names('compression'),
  }
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  // Without algorithms where the server ended the connection behind its banner.
  const isReport = first !== undefined && ('kex' in first || 'recommendations' in first)
  return isReport && 'target' in first && 'banner' in first ? 0.97 : 0
}

/** ssh-audit's reports. */
export const sshAuditImporter: Importer = {
  name: 'ssh-audit',
  label: 'ssh-audit (`ssh-audit -j`; versions before 3 need `--port`)',
  detect,
  read: (input, options) => readMapped(input, options, [], map),
}
