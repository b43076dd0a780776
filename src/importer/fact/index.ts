// What several tools state in different shapes, as the columns hold it: where something was reached, HTTP messages, TLS and
// certificates, products. Knows no tool and no file layout.

export { defined, flagAt, listAt, numberAt, objectAt, objectsAt, textAt, textsAt, titleAt } from './at.ts'
export {
  type CertificateFacts,
  type CertificateName,
  namesOfPairs,
  readDistinguishedName,
  statedCertificate,
} from './certificate.ts'
export { type HashedAlgorithms, hasshOf } from './hassh.ts'
export { type HostKey, hostKeyFingerprints, hostKeysIn } from './host-key.ts'
export { headerOfMap, pathIn, splitMessage, statusAt, statusOf, withoutLineEnds } from './http.ts'
export { statedLocation } from './location.ts'
export {
  type LineFormat,
  type MapContext,
  type Mapped,
  NO_PORT,
  readingOf,
  readingOfElement,
  readMapped,
  readMappedValues,
  readMappedLines,
  readMappedRows,
  rejected,
  shareOfLines,
  skipped,
} from './mapped.ts'
export { nucleiFinding } from './nuclei-finding.ts'
export { cpeProduct, type Product, serverProducts, statedProducts } from './product.ts'
export { reachedBy } from './service.ts'
export { isHostName, requestedName } from './host-name.ts'
export { reverseNames } from './reverse-names.ts'
export { screenshotOf, withScreenshot } from './screenshot.ts'
export { certificateBytes, serviceOf, statedAnswer, webPageOf } from './service.ts'
export { severityNamed, severityOfScore } from './severity.ts'
export {
  decimalSerial,
  hexadecimalSerial,
  overTls,
  readAsNumber,
  readCountry,
  readHash,
  readIconHash,
  readJarm,
  readProtocol,
  readTlsVersion,
} from './spelling.ts'
export { readTlsRecord } from './tls-record.ts'
export { zcryptoFacts } from './zcrypto.ts'
