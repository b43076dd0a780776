import { expect, it } from 'vitest'
import { UNKNOWN_ASSET } from '../asset/index.ts'
import { compareWithSources, createRecognise, readRule } from './index.ts'

it('agrees with a source that names a product without its maker, and with no other product of the maker', () => {
  const text = { product: 'Acme Falcon', vendor: 'Acme', when: 'title="falcon"', match: [], miss: [] }
  const records = ['Falcon web console', 'Kite'].map((name) => ({
    ...UNKNOWN_ASSET,
    title: 'falcon',
    product: [name],
  }))
  const { all } = compareWithSources(createRecognise([readRule('test', text)]), records)
  expect(all).toEqual({ product: 'all', stated: 2, answered: 2, agreed: 1 })
})
