import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../../test/support/long.ts'
import { bunzip2 } from './bzip2.ts'

// `printf 'hello hello hello\n' | bzip2`, `bzip2 </dev/null`, `head -c 5000 /dev/zero | bzip2 -1`, and 400 lines of a program
const HELLO = 'QlpoOTFBWSZTWeW18wkAAARRAAAQQAACRKAAIbUYDAKQacKjC7kinChIctr5hIA='
const NOTHING = 'QlpoORdyRThQkAAAAAA='
const ZEROS = 'QlpoMTFBWSZTWRVwpxsAAAnAIMAAAIAACCAAIKU0GY1GwTxdyRThQkBVwpxs'
const LINES =
  'QlpoOTFBWSZTWaNjHNUAAjBZAH/QQAB/4D/wUAV4IAgAAA8BI//0pUh/qm/xSjeqo0aaPUMYAAAAAaE9QfpVVAAyaNP1QxgAAAABvSqoAAAA00+33/vP+z75/ufM+Z8z5hhhgABpvHjwz2GGGGAAHQzfOZzOZvOYYYYAAdDDHvebx5vDDAADoYYYZzfOZzN5zAADoYYYYYa3zmazec4AABhhhhhnN85nN8AADDDDDDDDfOc3zgAGGGGGGGGGNvWt7++9mzZs2bNmzZs3yd53R2/HX26Okh9sbY0ju22zEmm2xpHhttmJNNts8JdSSQxKKSNnSVkkmGK6tshiXLbZTFdW2TCLhbZTFdW2TCLhbZcJdFsmEXC2y4S6LZMhOItlwl0W2ZCcRbLkt0i2ZCcRbbkt0i2ZJypFtyW6ukW5JypFtyRRIkxuxTSJMkUSJMbY0hvG009IeNsaQ302xpDxtjT0jt4bY0h422NI7Y2/P7+PP8/vx5/x5NmzZs2bDDDC0qSKVJdpUlulSTpUl6lSXaVJdpUkUqSFVJcZu+rhYAWHjQHjRo6Bh6zo9/FXiDqMjSBxpWEaUnY6Ujjq5I6GR0gcaWZxOWARBfgCwMEAYFiDub5Eu7OtLw46uSOkMjSAjrsm3Sm5HUjjSuSOkc0p47FJYAWBgGHhmj1gHrfpQ+jS8TbSm5GlJ2OlIx1YR0MjpSTbSnZGk5324p6ydBBfgNGAYFgBYa1yJEY6skdIZGlJI6vsjpRyOgcaVhHSOEdcyO/LgEQWAaMAwLOgaEHc3uJX6daXmRpAR0pGOrCOpNx0rkjSnJGkMjSs6nDsUlgGjA8aNHvBh6wBa72VZ0dLxuNKSR1fJHSGR0DjSsI6UnY6kcdLeTuztiJfQQWBgAYFgBYGuyo+DSIR0uybdTcjqRx0rkjSOEdIZGlJNuuZHflwuSILAwA8aNHQNHrO3pyl6PrS8QdXwjpDI6km3Sm5HSk7HUjHSsI6s6nLk8pLDxoC/Bh0DAsAWt8iXT3nSvpHUcjSBx0rCNI4R0pNx1ckdRyOkc0p7nbESwAsDAAwLOgaPZz0SOA0r5I6Um46uSOlHI0gI6kY6VhHUm40vslVf1dXd2qqr1Rlhw2KpVGVrWxYejFUrYta1sWHDYpVBa1GQccKVWxWtMQcGKpTFa0xBx2KVQWtWxB+sUqgtVsQcWKpTFa0xB9BVamLWrYg/xdyRThQkKNjHNU='

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

async function unpacked(bytes: Uint8Array, chunk = bytes.length): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  const parts: Uint8Array[] = []
  for await (const part of bunzip2(chunks())) parts.push(part)
  return Buffer.concat(parts)
}

describe('bzip2', () => {
  it('unpacks text, nothing and long runs', async () => {
    expect(String(await unpacked(bytesOf(HELLO)))).toBe('hello hello hello\n')
    expect(await unpacked(bytesOf(NOTHING))).toEqual(Buffer.alloc(0))
    expect(await unpacked(bytesOf(ZEROS))).toEqual(Buffer.alloc(5000))
  })

  it('unpacks a block with several code tables, whatever the chunks', async () => {
    for (const chunk of [1, 13, 4096]) {
      const sum = createHash('sha1').update(await unpacked(bytesOf(LINES), chunk))
      expect(sum.digest('hex')).toBe('75a1490a5ad703e9c9ee93a977f6a4965ce7d222')
    }
  })

  it('goes on with the next stream and ignores what is none', async () => {
    const all = Buffer.concat([
      bytesOf(HELLO),
      bytesOf(NOTHING),
      bytesOf(HELLO),
      Buffer.from('junk behind it'),
    ])
    expect(String(await unpacked(all))).toBe('hello hello hello\n'.repeat(2))
  })

  it('says so when the input is cut anywhere', async () => {
    const bytes = bytesOf(HELLO)
    for (let end = 1; end < bytes.length; end++)
      await expect(unpacked(bytes.subarray(0, end))).rejects.toThrow(/^bzip2: /)
  })

  it('fails with its own error, never hangs, on any flipped bit', async () => {
    const good = bytesOf(LINES)
    for (let bit = 0; bit < good.length * 8; bit += inShortOrLong(37, 11)) {
      const bytes = Buffer.from(good)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const outcome = await unpacked(bytes).catch((error: Error) => error.message)
      if (typeof outcome === 'string') expect(outcome).toMatch(/^bzip2: /)
      else expect(outcome).toHaveLength(4385)
    }
  })
})
