// What the sources of web captures share: the framing of archive records, HTTP responses, their codings and character
// encodings, and the observation of a page. Knows no format of its own.

export { ArchiveRemarks, refuseBlock, refuseJunk } from './archive-reading.ts'
export { type BodyText, decodeBlockBody, decodeBody, textOfBody, textOfText } from './body.ts'
export { ByteReader } from './byte-reader.ts'
export { CAPTURE_REFUSALS } from './refusals.ts'
export { type Block, LINE_LIMIT, lineText, passToRecord, readBlock } from './frame.ts'
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
