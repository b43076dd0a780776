import { expect, test } from 'vitest'
import { memoryInput, readAll } from '../importer.ts'
import { IMPORTERS } from '../../../src/importer/index.ts'
import { generateObservations, toRecord } from './index.ts'

test('a record under catalogue names says where, when and what', () => {
  const record = toRecord({
    reached: '2001:db8::1',
    port: 8443,
    baseProtocol: 'tcp',
    time: Date.UTC(2026, 0, 2, 3, 4, 5),
    firstSeen: Date.UTC(2025, 0, 1),
    stated: { protocol: 'https', product_version: ['1.0'], cert_subject_cn: 'x', tls_version: 'TLSv1.3' },
  })
  expect(record).toEqual({
    host: 'https://[2001:db8::1]:8443',
    port: 8443,
    base_protocol: 'tcp',
    lastupdatetime: '2026-01-02 03:04:05',
    firstseen: '2025-01-01 00:00:00',
    protocol: 'https',
    'product.version': ['1.0'],
    'cert.subject.cn': 'x',
    'tls.version': 'TLSv1.3',
  })
})

test('generated records written as NDJSON are imported as the observations they were', async () => {
  const generated = [...generateObservations({ seed: 3, count: 300, now: Date.UTC(2026, 10, 20) })]
  const text = generated.map((one) => `${JSON.stringify(toRecord(one))}\n`).join('')
  const importer = IMPORTERS.find((one) => one.name === 'ndjson')
  if (importer === undefined) throw new Error('no importer of our own records')
  const readings = await readAll(importer, memoryInput('records.ndjson', Buffer.from(text)))
  const seconds = (time = 0) => Math.floor(time / 1000) * 1000
  expect(readings).toEqual(
    generated.map((observation, index) => ({
      kind: 'observation',
      line: index + 1,
      observation: {
        ...observation,
        time: seconds(observation.time),
        firstSeen: seconds(observation.firstSeen),
      },
    })),
  )
})
