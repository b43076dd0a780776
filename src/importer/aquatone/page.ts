// Maps a page of an aquatone session to an observation.
import { Buffer } from 'node:buffer'
import type { Observation, Stated } from '../../asset/index.ts'
import {
  type BodyText,
  fieldValue,
  type HeaderField,
  observeCapture,
  textOfBody,
  textOfText,
  type WebCapture,
} from '../capture/index.ts'
import {
  defined,
  listAt,
  type Mapped,
  objectsAt,
  rejected,
  screenshotOf,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
} from '../fact/index.ts'
import type { Input } from '../importer.ts'
import {
  asText,
  dig,
  escapeControls,
  type JsonObject,
  printHeader,
  readTime,
  readWebAddress,
  wellFormed,
} from '../text/index.ts'

/** What a page of a session cannot say itself. */
export interface Session {
  /** When the run ended, in milliseconds since 1970 UTC; a page holds no time of its own. */
  readonly time: number | undefined
  readonly beside: Input['beside']
  /** Told of each page whose body is not beside the session. */
  readonly missed: () => void
}

/** The header fields: objects of name and value in a session, pairs where sessions were merged into lines. */
function fieldsOf(page: JsonObject): HeaderField[] {
  return listAt(page, 'headers').flatMap((entry): HeaderField[] => {
    const name = textAt(entry, 'name') ?? textAt(entry, 0)
    const value = asText(dig(entry, 'value') ?? dig(entry, 1))
    return name === undefined ? [] : [[name, wellFormed(value ?? '')]]
  })
}

/** Status and fields as the session lists them: it keeps neither the protocol's version nor the order of the fields. */
function headerOf(status: string | undefined, fields: readonly HeaderField[]): string | undefined {
  if (status === undefined && fields.length === 0) return undefined
  return escapeControls(printHeader(status ?? '', fields))
}

function statusCode(status: string | undefined): number | undefined {
  const code = /^(\d{3})(?!\d)/.exec(status ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}

async function bodyOf(
  page: JsonObject,
  type: string,
  host: string,
  session: Session,
): Promise<BodyText | undefined> {
  const text = asText(dig(page, 'body'))
  if (text !== undefined) return textOfText(text, '')
  const path = textAt(page, 'bodyPath')
  if (path === undefined) return undefined
  const bytes = await session.beside(path)
  if (bytes !== undefined) return textOfBody({ bytes: Buffer.from(bytes), length: bytes.length }, type, host)
  session.missed()
  return undefined
}

/** Technologies aquatone recognised, as products; its warnings (`Domain Takeover`) as tags. */
function tagsOf(page: JsonObject): Stated {
  const tags = objectsAt(page, 'tags')
  const warnings = tags.filter((tag) => textAt(tag, 'type') === 'danger')
  const names = tags.filter((tag) => !warnings.includes(tag)).flatMap((tag) => textsAt(tag, 'text'))
  // Merged sessions keep the texts alone.
  const products = [...names, ...textsAt(page, 'tags')].map((product) => ({ product }))
  return defined<Stated>({
    ...statedProducts(products),
    tag: warnings.flatMap((tag) => textsAt(tag, 'text')),
  })
}

/** Its picture, where the session says that one was taken. */
function pictureOf(page: JsonObject): Pick<Observation, 'screenshot'> {
  return dig(page, 'hasScreenshot') === false ? {} : screenshotOf(undefined, textAt(page, 'screenshotPath'))
}

/** Maps one page of a session. */
export async function mapPage(page: JsonObject, session: Session): Promise<Mapped> {
  const url = textAt(page, 'url')
  if (url === undefined) return rejected('the page has no `url`')
  const address = readWebAddress(url)
  if (address === undefined) return rejected(`\`${url.slice(0, 200)}\` is not a valid web address`)
  const fields = fieldsOf(page)
  const status = textAt(page, 'status')
  const capture: WebCapture = {
    url,
    address,
    ip: textsAt(page, 'addrs')[0],
    time: readTime(dig(page, 'seen_at')) ?? session.time ?? readTime(fieldValue(fields, 'date')),
    header: headerOf(status, fields),
    body: await bodyOf(page, fieldValue(fields, 'content-type') ?? '', address.reached, session),
    repeat: false,
  }
  const { stated, ...observation } = observeCapture(capture)
  const title = titleAt(page, 'pageTitle') ?? titleAt(page, 'title')
  const more = defined<Stated>({ status_code: statusCode(status), title, ...tagsOf(page) })
  return {
    kind: 'observation',
    observation: { ...observation, stated: { ...stated, ...more }, ...pictureOf(page) },
  }
}
