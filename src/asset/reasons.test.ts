import { expect, it } from 'vitest'
import { readReasons } from './index.ts'

const found = { rule: 'web-server/falcon', field: 'server', text: 'Falcon/2.4', since: 1_767_225_600 }

it('explains why a record has its products, and where the source differs', () => {
  const evidence = {
    found: [
      { ...found, product: 'Falcon', version: '2.4' },
      { ...found, product: 'Owl' },
      { ...found, os: 'Plan 9' },
    ],
    before: { product: ['Acme Falcon'], product_version: ['2.3'], os: 'BSD' },
  }
  expect(readReasons(JSON.stringify(evidence))).toEqual({
    stated: ['Acme Falcon'],
    found: [
      { ...found, name: 'Falcon', version: '2.4', stated: '2.3' },
      { ...found, name: 'Owl', version: '', stated: '' },
      { ...found, name: 'Plan 9', version: '', stated: 'BSD' },
    ],
  })
})

it('reads texts that another program wrote', () => {
  for (const text of ['', '{', '{}', '[]', '{"found":7}', 'null'])
    expect(readReasons(text)).toEqual({ found: [], stated: [] })
})
