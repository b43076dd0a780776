import { expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { toStatement } from './fragment.ts'
import { countOf } from './select.ts'

const count = (addresses: number) => {
  const list = Array.from({ length: addresses }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  return toStatement(countOf({ query: readQuery(`ip!="${list}"`), since: undefined, now: 0 })).text
}

it('a long list of addresses is a set, so that no record is compared with each of them', () => {
  expect(count(100)).toContain('hasAny(ips')
  expect(count(101)).not.toContain('hasAny')
  expect(count(101)).toContain('arrayExists(x -> x IN (SELECT')
})
