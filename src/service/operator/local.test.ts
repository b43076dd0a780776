import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { VARIED_ASSETS } from '../../../test/support/varied-assets.ts'
import { readQuery } from '../../query/index.ts'
import { localOperator, type OperatorParts, type OperatorSources } from './local.ts'

describe('the operator', () => {
  it('removes by conditions on single records only', async () => {
    const store = memoryStore(VARIED_ASSETS)
    const imports = {
      imports: { recorder: () => ({}) },
      derivations: {},
      exclusions: {},
      readText: async (text: string) => readQuery(text),
    } as unknown as OperatorParts
    const operator = localOperator(store, {} as OperatorSources, imports)
    const all = await operator.count({ query: '""', full: true })
    for (const query of ['ip_filter(port=22)', 'port=443 && !(port_size="1")', 'ip_before="2026"'])
      await expect(operator.remove({ query, full: true })).rejects.toThrow('conditions on single records')
    expect(await operator.count({ query: '""', full: true })).toBe(all)
    const removed = await operator.remove({ query: 'port=443', full: true })
    expect(removed).toBe(VARIED_ASSETS.filter(({ port }) => port === 443).length)
    expect(await operator.count({ query: '""', full: true })).toBe(all - removed)
  })
})
