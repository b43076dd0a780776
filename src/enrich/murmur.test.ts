import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedData } from '../../test/support/shared.ts'
import { iconHash, murmur32 } from './murmur.ts'

// The package has no types.
const library = createRequire(import.meta.url)('murmurhash3js-revisited') as {
  readonly x86: { readonly hash32: (bytes: Uint8Array) => number }
}

describe('MurmurHash3 x86 32-bit', () => {
  test.each([
    ['', 0],
    ['a', 0x3c2569b2],
    ['ab', 0x9bbfd75f],
    ['abc', 0xb3dd93fa],
    ['abcd', 0x43ed676a],
    ['hello', 0x248bfa47],
    ['hello, world', 0x149bbb7f],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('of %j is the published value', (text, hash) => {
    expect(murmur32(Buffer.from(text)) >>> 0).toBe(hash)
  })

  test('of any bytes equals that of another implementation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(murmur32(bytes) >>> 0).toBe(library.x86.hash32(bytes))
      }),
    )
  })

  test('of the first bytes ignores the others', () => {
    expect(murmur32(Buffer.from('hello, world'), 5) >>> 0).toBe(0x248bfa47)
  })
})

describe('the hash of an icon', () => {
  test('is computed from its base64 with a newline after every 76 characters and at the end', () => {
    const icon = Uint8Array.from({ length: 100 }, (_, at) => at)
    const base64 = Buffer.from(icon).toString('base64')
    const text = `${base64.slice(0, 76)}\n${base64.slice(76)}\n`
    expect(iconHash(icon)).toBe(String(murmur32(Buffer.from(text))))
  })

  test('of nothing is 0', () => {
    expect(iconHash(new Uint8Array())).toBe('0')
  })

  const path = sharedData('shodan/OSINT_Projet2_Cours__shodan.json')
  const icons = path === undefined ? [] : faviconsOf(readFileSync(path, 'utf8'))
  test.skipIf(icons.length === 0)(
    'is the one that a scan states (skipped where the real scans are absent)',
    () => {
      for (const { data, hash } of icons) expect(iconHash(Buffer.from(data, 'base64'))).toBe(String(hash))
    },
  )
})

/** Icons with the hashes stated for them, anywhere in a JSON text. */
function faviconsOf(text: string): readonly { readonly data: string; readonly hash: number }[] {
  const found: { data: string; hash: number }[] = []
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'favicon' && isIcon(value)) found.push(value)
    return value
  })
  return found
}

function isIcon(value: unknown): value is { data: string; hash: number } {
  return typeof value === 'object' && value !== null && 'data' in value && 'hash' in value
}
