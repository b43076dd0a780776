import { expect, it } from 'vitest'
import { reverseNames } from './reverse-names.ts'

it('are names in lower case, each once, without the final dot', () => {
  expect(reverseNames(['Mail.Example.com.', 'mail.example.com', 'www.example.com'])).toEqual([
    'mail.example.com',
    'www.example.com',
  ])
})

it('are neither addresses nor other texts', () => {
  expect(reverseNames(['192.0.2.1', '2001:db8::1', '', 'not a name', 'x'.repeat(300)])).toBeUndefined()
})
