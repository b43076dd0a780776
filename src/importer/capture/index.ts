// What the sources of web captures share: the framing of archive records, HTTP responses, their codings and character
// encodings, and the observation of a page. Knows no format of its own.

export { ArchiveRemarks, refuseBlock, refuseJunk } from './archive-reading.ts'
export { type BodyText, decodeBlockBody, decodeBody, type RawBody, textOfBody, textOfText } from './body.ts'
export { ByteReader } from './byte-reader.ts'
export { CAPTURE_REFUSALS } from './companion.ts'
export {
  BLOCK_LIMIT,
  type Block,
  LINE_LIMIT,
  lineText,
  passToRecord,
  readBlock,
  type StartsRecord,
} from './frame.ts'
export {
  fieldTokens,
  fieldValue,
  type HeaderField,
  type HttpResponse,
  parseFields,
  parseResponse,
} from './http-response.ts'
export { PageScripts } from './page-scripts.ts'
export { headerText, observeCapture, type WebCapture } from './web-capture.ts'
