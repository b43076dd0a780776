import { expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { matchesOf, toStatement } from './index.ts'

it('a certificate time after the year 9999 matches nothing: texts of five digits sort before those of four', () => {
  const query = readQuery('cert.not_after>"9999-12-31 23:59"')
  const { text } = toStatement(matchesOf({ query, since: undefined, now: 0 }))
  expect(text).toBe('(0)')
})
