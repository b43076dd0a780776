import { expect, it } from 'vitest'
import { evaluateTags, readLabelled } from './tag-quality.ts'

it('reads an address and its tags, however they are separated', () => {
  expect(readLabelled('192.0.2.1, cloud:AWS;hosting # ours')).toEqual({
    ip: '192.0.2.1',
    tags: ['cloud:aws', 'hosting'],
  })
  expect(readLabelled('2001:db8::1\tvpn')).toEqual({ ip: '2001:db8::1', tags: ['vpn'] })
  expect(readLabelled('192.0.2.2')).toEqual({ ip: '192.0.2.2', tags: [] })
  expect(readLabelled('# a comment')).toBeUndefined()
})

it('counts what is right of each tag, and of what is before its colon', () => {
  const labelled = ['a cloud:aws', 'b cloud:gcp', 'c tor_exit', 'd'].flatMap(
    (line) => readLabelled(line) ?? [],
  )
  const tagged = new Map([
    ['a', ['cloud', 'cloud:aws']],
    ['b', ['cloud', 'cloud:aws']],
    ['d', ['cloud', 'cloud:gcp']],
  ])
  expect(evaluateTags(labelled, tagged)).toEqual([
    { tag: 'cloud', labelled: 2, tagged: 3, right: 2, precision: 2 / 3, recall: 1 },
    { tag: 'cloud:aws', labelled: 1, tagged: 2, right: 1, precision: 0.5, recall: 1 },
    { tag: 'cloud:gcp', labelled: 1, tagged: 1, right: 0, precision: 0, recall: 0 },
    { tag: 'tor_exit', labelled: 1, tagged: 0, right: 0, precision: null, recall: 0 },
  ])
})
