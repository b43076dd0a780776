// What the importers share: lines and JSON values of byte streams, and the spellings of times, ports, addresses and bytes.
// Knows no format of its own.

export { firstCells, firstRows, lookAhead } from './ahead.ts'
export {
  bytesOfEscaped,
  bytesOfLatin1,
  cutText,
  decodeUtf8,
  escapeControls,
  readableBytes,
  wellFormed,
} from './bytes.ts'
export { headerNames, type Row, readRows } from './csv.ts'
export { type Document, readDocuments } from './document.ts'
export {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  type ElementEvent,
  printElement,
  readElements,
  readWholeElements,
  type XmlElement,
} from './element.ts'
export {
  asList,
  asNumber,
  asObject,
  asText,
  asTexts,
  dig,
  type Json,
  type JsonObject,
  printJson,
} from './json.ts'
export { DEFAULT_LINE_LIMIT, isLeftOut, leaveOut, readLines, reject, splitHeaderLines } from './line.ts'
export { readLocalTime } from './local-time.ts'
export { parseJson } from './parse-json.ts'
export { peekObjects } from './peek.ts'
export { readableTitle } from './readable-title.ts'
export { readDatabase, SQLITE_START, type SqlRow, type Tables } from './sqlite.ts'
export { readTime } from './time.ts'
export { headerName, printHeader, readPort, readWebAddress, type WebAddress } from './web.ts'
