// What Nmap saw of a web page: the raw answer to its own `GET /`, which it keeps for services it was not sure of, and scripts.
import type { Stated } from '../../asset/index.ts'
import { defined, splitMessage, statusOf } from '../fact/index.ts'
import { readableBytes } from '../text/index.ts'
import type { ProbeAnswer } from './fingerprint.ts'
import { headerOf, type Scripts, serverOf, titleOf } from './script.ts'

/** The page of a port. */
interface WebPart {
  readonly stated: Stated
  /** Length of the whole body, where Nmap cut it. */
  readonly bodyLength?: number
}

/** The page of a port; undefined where nothing shows that it speaks HTTP. */
export function webPartOf(scripts: Scripts, answers: readonly ProbeAnswer[]): WebPart | undefined {
  const raw = rawPage(answers)
  const title = titleOf(scripts)
  const header = raw?.stated.header ?? headerOf(scripts)
  const server = serverOf(scripts)
  if (raw === undefined && title === undefined && header === undefined && server === undefined)
    return undefined
  return { ...raw, stated: defined<Stated>({ ...raw?.stated, title, header, server }) }
}

function rawPage(answers: readonly ProbeAnswer[]): WebPart | undefined {
  const answer = answers.find(({ probe }) => probe === 'GetRequest')
  if (answer === undefined) return undefined
  const text = Buffer.from(answer.bytes).toString('latin1')
  const message = splitMessage(text)
  if (message === undefined) return undefined
  const status = statusOf(message.header)
  const cut = answer.length > answer.bytes.length
  const whole = text.length > message.header.length + 2 || !cut
  // A header that was cut is worth less than the one a script reports; only its status is kept.
  if (!whole) return { stated: defined<Stated>({ status_code: status }) }
  const header = readableBytes(Buffer.from(message.header, 'latin1'))
  const body = readableBytes(Buffer.from(message.body, 'latin1'))
  const missing = answer.length - answer.bytes.length
  return {
    stated: defined<Stated>({ header, body, status_code: status }),
    ...(cut && { bodyLength: message.body.length + missing }),
  }
}
