import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { gunzip } from './gunzip.ts'
import { ByteQueue } from './stream.ts'

/** The text of a stream, and the message of the failure that ended it. */
async function read(bytes: Uint8Array, chunk = 1000): Promise<{ text: string; failure: string | undefined }> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  const parts: Uint8Array[] = []
  try {
    for await (const part of gunzip(new ByteQueue(chunks()))) parts.push(Buffer.from(part))
  } catch (error) {
    return {
      text: Buffer.concat(parts).toString(),
      failure: error instanceof Error ? error.message : String(error),
    }
  }
  return { text: Buffer.concat(parts).toString(), failure: undefined }
}

const lines = (name: string): string =>
  Array.from({ length: 400 }, (_, index) => `${name} ${(index * 7919) % 1009}\n`).join('')
const [ONE, TWO, THREE] = ['one', 'two', 'three'].map(lines)
const members = [ONE, TWO, THREE].map((text) => gzipSync(text ?? ''))
const whole = Buffer.concat(members)

describe('gzip', () => {
  it.each([1, 7, 1000, 1e6])('of several members comes out whole in chunks of %d', async (chunk) =>
    expect(await read(whole, chunk)).toEqual({ text: `${ONE}${TWO}${THREE}`, failure: undefined }),
  )

  it.each(['padding\0\0\0', '\0'.repeat(5000), '\x1f\x8b'])(
    'ignores what follows the last member (%j)',
    async (junk) =>
      expect(await read(Buffer.concat([whole, Buffer.from(junk, 'latin1')]))).toEqual({
        text: `${ONE}${TWO}${THREE}`,
        failure: undefined,
      }),
  )

  it('that is cut gives what came before', async () => {
    const { text, failure } = await read(whole.subarray(0, whole.length - 100))
    expect(failure).toBe('gzip: the input is cut')
    expect(`${ONE}${TWO}${THREE}`.startsWith(text)).toBe(true)
    expect(text.length).toBeGreaterThan(`${ONE}${TWO}`.length)
  })

  it.each([1, 100, 1000, 1e6])('with one corrupt member gives the others, in chunks of %d', async (chunk) => {
    const [first, second, third] = members.map((member) => Buffer.from(member))
    second?.fill(0xff, 40, 60)
    const damaged = Buffer.concat([first, second, third].map((member) => member ?? Buffer.alloc(0)))
    const { text, failure } = await read(damaged, chunk)
    expect(failure).toBe('gzip: corrupt members left out: 1')
    expect(text.startsWith(ONE ?? '')).toBe(true)
    expect(text.endsWith(`\n${THREE}`)).toBe(true)
  })

  it('with one wrong checksum gives all members and says so', async () => {
    const [first = Buffer.alloc(0), ...others] = members.map((member) => Buffer.from(member))
    first.writeUInt32LE(1, first.length - 8)
    expect(await read(Buffer.concat([first, ...others]))).toEqual({
      text: `${ONE}\n${TWO}${THREE}`,
      failure: 'gzip: corrupt members left out: 1',
    })
  })

  it('of nothing but beginnings is given up soon', async () => {
    const beginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff])
    const giveUp = async (count: number): Promise<void> => {
      const { failure } = await read(Buffer.concat(Array.from({ length: count }, () => beginning)), 65536)
      expect(failure).toBe('gzip: corrupt members left out: 100')
    }
    expect(await growth(giveUp, 12_500)).toBeLessThan(LINEAR)
  })

  it('of one corrupt member fails as it is', async () => {
    const [member = Buffer.alloc(0)] = members.map((one) => Buffer.from(one))
    member.fill(0xff, 40, 60)
    expect((await read(member)).failure).toBe('gzip: the data is corrupt')
  })

  it('is not found where another thing begins', async () =>
    expect(await read(Buffer.from('plain'))).toEqual({ text: '', failure: 'gzip: no member begins here' }))
})
