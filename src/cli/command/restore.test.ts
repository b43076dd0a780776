import { expect, it } from 'vitest'
import { checkText } from './restore.ts'

it('shows what a backup says of itself as text', () => {
  const text = checkText({
    ...{ file: 'a.tar', created: '\u001b[2Jnow', program: '\u009b1m', damage: 'a\u202eb' },
    ...{ records: 1, accounts: 2, secret: 'none', encrypted: false, opened: true },
  })
  expect(text).toBe(
    'whole: 1 record and 2 accounts of \\x1b[2Jnow, by Periplus \\x9b1m: a.tar\n  made with --force of damaged records: a\\u{202e}b\n',
  )
})
