// The language of error texts of the page's own calls.
import type { FastifyRequest } from 'fastify'
import { inChinese } from '../../error/index.ts'

/** How sentences are worded for a caller: in Chinese if `lang` requests it, or `Accept-Language` prefers it. */
export function wordsFor(request: FastifyRequest): (sentence: string) => string {
  const { lang } = request.query as { readonly lang?: unknown }
  const wanted = typeof lang === 'string' ? lang : preferred(request.headers['accept-language'])
  return /^zh(?:-|$)/i.test(wanted) ? inChinese : (sentence) => sentence
}

/** The language of the highest weight, the first of several. */
function preferred(header = ''): string {
  let best = { tag: '', weight: 0 }
  for (const part of header.slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const written = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = written === undefined ? 1 : Number(written.slice(2))
    if (weight > best.weight) best = { tag, weight }
  }
  return best.tag
}
