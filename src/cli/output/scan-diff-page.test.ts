import { expect, it } from 'vitest'
import { scanDiffPage } from './scan-diff-page.ts'

const EVIL = '</td><script>alert(1)</script><img src=x onerror="alert(1)">\u202e'

it('a difference as a page lists every kind of change, and hostile text in it is text', () => {
  const at = (port: number) => ({ host: '2001:db8::1', port, transport: 'tcp' as const })
  const page = scanDiffPage(
    {
      both: 3,
      added: [{ ...at(80), values: { protocol: 'http', title: EVIL } }],
      changed: [{ ...at(22), changes: [{ column: 'product_version', from: '8', to: EVIL }] }],
      closed: [{ ...at(21), state: 'closed' }],
      notSeen: [],
    },
    ['march<b>.xml', 'april.xml'],
  )
  expect(page).toContain('<h2>New (1)</h2>')
  expect(page).toContain('<td>[2001:db8::1]:22/tcp</td><td>product_version: <del>8</del> → <ins>&lt;/td&gt;')
  expect(page).toContain('<tr><td>[2001:db8::1]:21/tcp</td><td>closed</td></tr>')
  expect(page).toContain('<title>Changes from march&lt;b&gt;.xml to april.xml</title>')
  expect(page).not.toContain('Not seen')
  expect(page).not.toMatch(/<(script|img|b|a)\b|\u202e/)
})
