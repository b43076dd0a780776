// How much an address looks like a decoy, with the reasons. The score is the sum of the reasons' points, at most 100.
import type { Honeypot } from '../entry.ts'
import { classify, decoySign, type Observed } from '../../asset/index.ts'

/** One sign of a decoy. */
interface HoneypotSign {
  readonly points: number
  readonly meaning: string
  /** The reason with what was seen, or undefined where the sign is absent. */
  readonly look: (observed: Observed) => string | undefined
}

const KINDS_APART = [
  'ics',
  'camera',
  'database',
  'printer',
  'router',
  'mail',
  'voip',
  'remote_desktop',
  'storage',
]

/** All signs, strongest first. */
export const HONEYPOT_SIGNS: readonly HoneypotSign[] = [
  {
    points: 80,
    meaning: 'an import stated it',
    look: ({ statedHoneypot }) => (statedHoneypot ? 'an import stated that it is a honeypot' : undefined),
  },
  {
    points: 70,
    meaning: 'a banner that a known decoy sends by default',
    look: ({ banners }) => {
      const found = decoySign(banners)
      return found === undefined ? undefined : `banner: ${found}`
    },
  },
  {
    points: 60,
    meaning: 'more than 200 open ports',
    look: ({ ports }) => (ports.length > 200 ? `${ports.length} open ports` : undefined),
  },
  {
    points: 30,
    meaning: '51 to 200 open ports',
    look: ({ ports }) =>
      ports.length > 50 && ports.length <= 200 ? `${ports.length} open ports` : undefined,
  },
  {
    points: 40,
    meaning: 'kinds of devices that do not share a machine (five or more of them)',
    look: (observed) => {
      const kinds = classify(observed)
        .filter(({ name, weak }) => !weak && KINDS_APART.includes(name))
        .map(({ name }) => name)
      return kinds.length >= 5 ? `kinds that do not go together: ${kinds.join(', ')}` : undefined
    },
  },
  {
    points: 25,
    meaning: 'more than 25 products on one address',
    look: ({ products }) => (products.length > 25 ? `${products.length} products` : undefined),
  },
]

/** The score with its reasons; 0 without any. */
export function scoreHoneypot(observed: Observed): Honeypot {
  const seen = HONEYPOT_SIGNS.flatMap(({ points, look }) => {
    const reason = look(observed)
    return reason === undefined ? [] : [{ points, reason }]
  })
  const score = Math.min(
    100,
    seen.reduce((sum, { points }) => sum + points, 0),
  )
  return { score, reasons: seen.map(({ reason }) => reason) }
}
