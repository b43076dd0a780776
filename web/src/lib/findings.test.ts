import { expect, it } from 'vitest'
import { readFindings } from './findings.ts'

it('reads what is a finding, whatever its members are', () => {
  const text = JSON.stringify([{ id: 'a', severity: 'high', ids: ['b', 1], evidence: '<script>' }, null, 7])
  expect(readFindings(text)).toMatchObject([
    { id: 'a', severity: 'high', ids: ['b'], evidence: '<script>', name: '', at: '' },
  ])
  for (const broken of ['', '{"a":1}', '[{']) expect(readFindings(broken)).toBeUndefined()
})
