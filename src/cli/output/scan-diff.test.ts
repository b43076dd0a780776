import { expect, it } from 'vitest'
import { scanDiffText } from './scan-diff.ts'

it('a difference for people shows hostile text as escapes, one service on a line', () => {
  const at = (port: number) => ({ host: '2001:db8::1', port, transport: 'tcp' as const })
  const text = scanDiffText({
    both: 3,
    added: [{ ...at(80), values: { protocol: 'http', title: 'a\u001b[31m\nb' } }],
    changed: [{ ...at(22), changes: [{ column: 'product_version', from: '8', to: '9' }] }],
    closed: [{ ...at(21), state: 'closed' }],
    notSeen: [at(25)],
  })
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^new\t\[2001:db8::1\]:80\/tcp\thttp\ta\\/),
    'changed\t[2001:db8::1]:22/tcp\tproduct_version: 8 → 9',
    'closed\t[2001:db8::1]:21/tcp\tclosed',
    'not seen\t[2001:db8::1]:25/tcp',
    '# 3 services in both scans, 1 of them changed',
    '# 1 new, 1 closed, 1 not seen (the newer scan does not say that it looked there)',
    '',
  ])
  expect(text).not.toContain('\u001b')
})
