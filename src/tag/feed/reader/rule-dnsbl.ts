// Block lists of mail servers as their operators publish them: data files of rbldnsd, and zones with reversed addresses (RFC 5782).
import { addresses, bad, FRAME, type RuleFormat, type RuleLine, ruled } from './rule-line.ts'

/** One to four octets. */
const OCTETS = /^\d{1,3}(?:\.\d{1,3}){0,3}$/

/** Octets filled up to an address. */
const filled = (octets: string, filler: string): string =>
  [...octets.split('.'), filler, filler, filler].slice(0, 4).join('.')

/** Data files of rbldnsd; `10.20` is 10.20.0.0/16, `192.0.2.1-9` ends in the last octet (rbldnsd(8), ip4set). */
export const rbldnsd: RuleFormat = {
  kind: 'rbldnsd',
  title: 'data file of rbldnsd',
  sign: (line) => /^(?:\$(?:SOA|NS|TTL|DATASET|TIMESTAMP|MAXRANGE4?)\b|:\d[\d.]*(?::|$))/i.test(line),
  read: (line) => {
    if (/^[$:;@]/.test(line)) return FRAME
    if (line.startsWith('!')) return bad('`!` takes the addresses out of the list; it is left out')
    const [word = ''] = line.split(' ')
    return addresses(/:.*:/.test(word) && !word.includes('.') ? word : elementOf(word.split(':', 1)[0] ?? ''))
  },
}

function elementOf(text: string): string {
  const [block = '', bits] = text.split('/')
  if (bits !== undefined) return OCTETS.test(block) ? `${filled(block, '0')}/${bits}` : text
  const [from = '', to] = text.split('-')
  if (to === undefined) return OCTETS.test(from) ? blockOf(from.split('.')) : text
  if (!OCTETS.test(from) || !OCTETS.test(to)) return text
  const isLastOctet = !to.includes('.') && from.split('.').length === 4
  const last = isLastOctet ? `${from.slice(0, from.lastIndexOf('.'))}.${to}` : filled(to, '255')
  return `${filled(from, '0')}-${last}`
}

const blockOf = (octets: readonly string[]): string => `${filled(octets.join('.'), '0')}/${octets.length * 8}`

const ANSWER = /^(\S+)(?: \d+\w?)?(?: IN)? A 127(?:\.\d{1,3}){3}$/i

/** Zones in which `9.2.0.192.list.example` stands for 192.0.2.9 and `*.2.0.192` for its block. */
export const dnsbl: RuleFormat = {
  kind: 'dnsbl',
  title: 'zone of a DNS block list',
  sign: (line) => ANSWER.test(line) && reversed(line).is === 'addresses',
  read: (line) => (ANSWER.test(line) ? reversed(line) : FRAME),
}

function reversed(line: string): RuleLine {
  const labels = (ANSWER.exec(line)?.[1] ?? '').toLowerCase().split('.')
  const nibbles = labels.slice(0, 32)
  if (nibbles.length === 32 && nibbles.every((label) => /^[0-9a-f]$/.test(label)))
    return ruled(
      false,
      nibbles
        .toReversed()
        .join('')
        .replace(/.{4}(?=.)/g, '$&:'),
    )
  const end = labels.findIndex((label) => !/^(?:\d{1,3}|\*)$/.test(label))
  const octets = (end < 0 ? labels : labels.slice(0, end)).toReversed()
  const isBlock = octets.at(-1) === '*'
  const known = isBlock ? octets.slice(0, -1) : octets
  if (known.includes('*') || known.length === 0 || known.length > 4 || (known.length < 4 && !isBlock))
    return bad('the name must be a whole reversed address')
  return ruled(false, blockOf(known))
}
