import { expect, it } from 'vitest'
import { openExclusions } from '../../src/service/exclusion/index.ts'
import { OPERATOR } from '../../src/service/account/index.ts'
import { asset } from '../support/asset.ts'
import { memoryStore } from '../support/memory-store.ts'
import { describeStates } from '../support/state.ts'

const RULE = { kind: 'network', value: '192.0.2.0/24' } as const

describeStates('the audit trail of removed exclusions', (bench) => {
  it('shows a removal that was cut off, and what finished it', async () => {
    const state = await bench.open()
    const store = memoryStore([
      asset({ ip: '192.0.2.1' }),
      asset({ ip: '198.51.100.1', reached: 'b.example.com' }),
    ])
    let isCut = true
    const cutting: typeof store = {
      ...store,
      removeExcluded: async (...args) => {
        const removed = await store.removeExcluded(...args)
        if (isCut) throw new Error('the power fails')
        return removed
      },
    }
    const exclusions = await openExclusions({ state, store: cutting, now: () => 1_000 })
    await exclusions.add([RULE], '', OPERATOR)
    await expect(exclusions.sweep()).rejects.toThrow('the power fails')
    isCut = false
    expect(await exclusions.sweep()).toBe(0)
    const events = await state.db.selectFrom('audit').select(['action', 'detail']).orderBy('id').execute()
    expect(events.map(({ action, detail }) => [action, JSON.parse(detail ?? 'null')])).toEqual([
      ['exclusion.add', { rule: '192.0.2.0/24' }],
      ['exclusion.deleting', { rule: '192.0.2.0/24', records: 1 }],
      ['exclusion.delete', { rule: '192.0.2.0/24', removed: 0 }],
    ])
  })
})
