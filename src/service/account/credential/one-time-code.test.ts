import { codeAt } from '../../../../test/support/one-time-code.ts'
import { expect, it } from 'vitest'
import { createOneTimeSecret, createRecoveryCodes, foldRecoveryCode, stepOf } from './one-time-code.ts'

/** `12345678901234567890` of RFC 6238 in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (second, code) => {
  expect(codeAt(SECRET, second * 1000)).toBe(code)
  expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
})

it('codes of the previous and next step are accepted, others are not', () => {
  const now = 1_234_567_890_000
  const step = Math.floor(now / 30_000)
  const found = [-2, -1, 0, 1, 2].map((steps) => stepOf(SECRET, codeAt(SECRET, now + steps * 30_000), now))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  for (const text of ['', '5924', ' 005924', '０05924', 'x'.repeat(1_000_000)])
    expect(stepOf(SECRET, text, now)).toBeUndefined()
})

it('secrets have 160 bits, recovery codes 80, and any spelling is accepted', () => {
  expect(createOneTimeSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(createOneTimeSecret()).not.toBe(createOneTimeSecret())
  const [code = ''] = createRecoveryCodes()
  expect(foldRecoveryCode(` ${code.toUpperCase()} `)).toBe(code.replaceAll('-', ''))
  expect(foldRecoveryCode(`${code}0`)).toBeUndefined()
})
