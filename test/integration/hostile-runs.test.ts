// Long runs of one character, as strangers may write them into any text: everything that reads texts takes them in one go. At
// quadratic cost a run of this length takes minutes, and the test its time limit.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../src/cli/input/addresses-in.ts'
import { decodeQuery } from '../../src/door/server/decode-query.ts'
import { readReached } from '../../src/enrich/identity.ts'
import { checkQuery, complete, parseQuery, tokens } from '../../src/query/index.ts'
import { AddressFile } from '../../src/service/tag/index.ts'
import { readFeed } from '../../src/tag/feed/index.ts'
import { classify } from '../../src/tag/observed/index.ts'
import { explainInvalid } from '../../src/tag/tagger/invalid.ts'
import { understand } from '../../src/translate/index.ts'
import { guardCell, unguardCell, visible } from '../../src/util/index.ts'
import { LONG } from '../support/long.ts'
import { matchesOf } from '../../web/src/lib/matches.ts'
import { readParameters } from '../../src/door/server/parameters.ts'

const LENGTH = 300_000
const CHARACTERS = [
  ...'a0-.*_ \t\r\n<>"\'`([{}])\\/:;,#=!~&|%+@?^$',
  '\u00a0',
  'é',
  '́',
  '\u{1f600}',
  '\ud800',
]

const runs = CHARACTERS.flatMap((character) => {
  const run = character.repeat(LENGTH)
  return [run, `a${run}a`, `title="${run}`, `ip:${run}z${run}`]
})

/** Runs a reader, which may refuse but must end. */
function attempt(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
  }
}

const titles = { products: [], protocols: [], ports: [], certStates: [] }

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a translated query': (text) => understand(text),
  'a query': (text) => [checkQuery(text), parseQuery(text)],
  'the colours of a query': (text) => tokens(text),
  'a query that is being written': (text) => complete(text, text.length),
  'a query in base64': (text) => decodeQuery(text),
  'a form': (text) => readParameters(text),
  'addresses in a text': (text) => addressesIn(text),
  'a line that is not a valid address': (text) => explainInvalid(text),
  'an uploaded list': (text) => {
    const file = new AddressFile()
    file.take(Buffer.from(text))
    return file.finish()
  },
  'a name that was reached': (text) => readReached(text),
  'a title that is classified': (text) => classify({ ...titles, titles: [text] }),
  'a product that is classified': (text) => classify({ ...titles, titles: [], products: [text] }),
  'a text that is shown': (text) => visible(text),
  'a cell': (text) => unguardCell(guardCell(text)),
  'a text whose matches are marked': (text) => matchesOf('title="aa" || body="."')('title', text),
}

describe('a run of 300 000 equal characters', () => {
  it.each(Object.entries(READERS))('in %s', { timeout: 60_000 }, (_, read) => {
    for (const text of runs) attempt(() => read(text))
  })
})

describe('a feed', () => {
  const samples = new URL('../../src/tag/feed/sample/', import.meta.url)
  const names = readdirSync(samples).filter((name) => name !== 'expected.json')
  const characters = ['a', ' ', '\r', '\n', '#', ',', '"', '<', ':']

  it.each(names)('%s with a run in it', { timeout: 60_000 }, (name) => {
    const sample = readFileSync(new URL(name, samples), 'utf8')
    const places = [1, sample.length >> 1, sample.length]
    for (const [turn, character] of characters.entries()) {
      const run = character.repeat(LENGTH)
      // In the short run each character is at one of the places.
      for (const at of LONG ? places : places.slice(turn % 3, (turn % 3) + 1))
        attempt(() => readFeed('auto', Buffer.from(sample.slice(0, at) + run + sample.slice(at))))
    }
  })

  it('of a known format that holds nothing but a run', { timeout: 60_000 }, () => {
    for (const name of ['firehol', 'geofeed', 'own', 'internet-scanners', 'bad-asn', 'plain'])
      for (const character of characters)
        attempt(() => readFeed(name, Buffer.from(`# Licence:${character.repeat(LENGTH)}x`)))
  })
})
