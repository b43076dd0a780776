// Random damage to bytes and random queries, the same for the same seed.

/** A source of random numbers. */
export interface Random {
  /** A whole number below a limit. */
  readonly below: (limit: number) => number
  readonly pick: <One>(all: readonly One[]) => One
}

/** Random numbers from a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (all) => {
      const one = all[below(all.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}

const MOST_CHANGES = 6
const RUNS = ['\r', '\n', ' ', '<', '"', '{', '[', '\0', 'a', '\u00ff', ',', ':', '\\']
const LONGEST_RUN = 3000

/** The bytes with some random damage. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  let damagedBytes: Buffer = Buffer.from(bytes)
  for (let left = 1 + random.below(MOST_CHANGES); left > 0; left--)
    damagedBytes = changed(damagedBytes, random)
  return damagedBytes
}

function changed(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1)
  const end = Math.min(bytes.length, at + random.below(200))
  const piece = bytes.subarray(at, end)
  switch (random.below(5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at + 1)])
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 2:
      return Buffer.concat([bytes.subarray(0, end), piece, bytes.subarray(end)])
    case 3:
      return bytes.subarray(0, at)
    default: {
      const run = Buffer.from(random.pick(RUNS).repeat(random.below(LONGEST_RUN)))
      return Buffer.concat([bytes.subarray(0, at), run, bytes.subarray(at)])
    }
  }
}

const PIECES = [
  ...[
    'title',
    'port',
    'ip',
    'body',
    'country',
    'cert',
    'after',
    'host',
    'as_number',
    'is_domain',
    'icon_hash',
  ],
  ...[
    '=',
    '==',
    '!=',
    '!==',
    '=~',
    '*=',
    '>',
    '<=',
    '&&',
    '||',
    '!',
    '(',
    ')',
    '"',
    "'",
    '\\',
    ' ',
    ',',
    '-',
  ],
  ...[
    '443',
    '192.0.2.0/24',
    '2001:db8::/32',
    '192.0.2.1-192.0.2.9',
    '@list',
    'true',
    'DE',
    '2026-01-02',
    '*',
  ],
  ...[
    '[a-z]',
    '{3}',
    '(?i)',
    '.*',
    '\\d',
    '😀',
    '中国',
    '\u202e',
    '\0',
    '＝',
    '“',
    'ip_filter(',
    'port_size',
  ],
]
const MOST_PIECES = 24

/** A text of pieces of the language and of what surrounds it. */
export function randomQuery(random: Random): string {
  return Array.from({ length: 1 + random.below(MOST_PIECES) }, () => random.pick(PIECES)).join('')
}
