import { describe, expect, it } from 'vitest'
import { withoutCode } from './api.ts'

describe('error texts', () => {
  it.each([
    ['[-4] Params Error: the e-mail is empty', 'The e-mail is empty'],
    ['[820000] Query Syntax Incorrect: expected a value', 'Expected a value'],
    ['[51] The Size value `0` must be between 1 and 100', 'The Size value `0` must be between 1 and 100'],
    ['401 Unauthorized, the e-mail or the password is wrong.', 'The e-mail or the password is wrong.'],
    ['403 Forbidden: registration is closed', 'Registration is closed'],
    ['The service coin is not enough!', 'The service coin is not enough!'],
  ])('%s is shown as %s', (text, shown) => {
    expect(withoutCode(text)).toBe(shown)
  })
})
