import { expect, it } from 'vitest'
import { nucleiFinding, severityNamed, severityOfScore } from './index.ts'

it('reads severities as tools write them', () => {
  expect(['High', ' CRITICAL', 'informational', 'Log', 'moderate', '', 'severe'].map(severityNamed)).toEqual([
    'high',
    'critical',
    'info',
    'info',
    'medium',
    'unknown',
    'unknown',
  ])
  expect([10, 9, 8.9, 4, 0.1, 0, -1, 11, Number.NaN].map(severityOfScore)).toEqual([
    'critical',
    'critical',
    'high',
    'medium',
    'low',
    'info',
    'unknown',
    'unknown',
    'unknown',
  ])
})

it('reads a finding of nuclei under the keys of all versions', () => {
  const info = { name: 'Example', severity: 'high', classification: { 'cve-id': ['cve-2026-0001'] } }
  expect(
    nucleiFinding({
      'template-id': 'example',
      info,
      'matched-at': 'https://a.example/x',
      'matcher-name': 'body',
      request: 'GET /x',
      response: 'HTTP/1.1 200 OK',
      'extracted-results': ['v1'],
    }),
  ).toEqual({
    tool: 'nuclei',
    id: 'example',
    ids: ['CVE-2026-0001'],
    name: 'Example: body',
    severity: 'high',
    at: 'https://a.example/x [body]',
    evidence: 'v1\n\nGET /x\n\nHTTP/1.1 200 OK',
  })
  expect(nucleiFinding({ templateID: 'old', info: { name: 'Old' }, matched: 'a.example:22' })).toMatchObject({
    id: 'old',
    at: 'a.example:22',
    severity: 'unknown',
  })
  expect(nucleiFinding({ 'template-id': 'x', info, 'matcher-status': false })).toBeUndefined()
  expect(nucleiFinding({ info })).toBeUndefined()
})
