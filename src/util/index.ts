// Base helpers that know nothing of records: addresses, time, text distance. Browser-safe.

export {
  type Address,
  canonicalAddress,
  isInside,
  type Network,
  parseAddress,
  parseIpv4,
  parseNetwork,
  printAddress,
  printNetwork,
} from './address.ts'
export { cidrCount, cidrsOf } from './cidr.ts'
export { nearest } from './distance.ts'
export { trimEnds, trimTail } from './trim.ts'
export { asUtf8, isLatin, type TextEncoding, textEncodingOf } from './encoding.ts'
export { isGb18030 } from './gb18030.ts'
export { textAsHtml } from './html.ts'
export { type ApiOperation, type ApiValue, type OpenApi, readOperations } from './openapi.ts'
export { matchAt } from './match.ts'
export { memoize } from './memoize.ts'
export { parseServers, type ServerList } from './servers.ts'
export { oneYearBefore, parseSpan, printDay, printInstant, printTime, type Span } from './time.ts'
export { isObject, objectsIn, parseJsonText, textOrEmpty, textsIn } from './unknown.ts'
export { guardCell, unguardCell, visible } from './visible.ts'
export { inTimeSlices, TimeSlices } from './time-slice.ts'
