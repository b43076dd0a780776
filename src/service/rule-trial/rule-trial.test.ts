import { expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { createRuleTrial } from './index.ts'

const page = { body: '<div id="falcon-app">', port: 80, protocol: 'http' }
const records = [
  asset({ ...page, reached: '192.0.2.1', ip: '192.0.2.1', lastupdatetime: 9 }),
  asset({
    ...page,
    reached: '192.0.2.1',
    ip: '192.0.2.1',
    port: 81,
    product: ['Acme Falcon'],
    lastupdatetime: 8,
  }),
  asset({ ...page, reached: '192.0.2.2', ip: '192.0.2.2', product: ['Kestrel'], lastupdatetime: 7 }),
  asset({
    ...page,
    ...{ reached: '192.0.2.3', ip: '192.0.2.3', product: ['Falcon'], lastupdatetime: 6 },
    evidence: JSON.stringify({
      found: [{ rule: 'x', product: 'Falcon', field: 'body', text: '', since: 1 }],
      before: {},
    }),
  }),
  asset({ ...page, reached: '192.0.2.4', ip: '192.0.2.4', body: '' }),
]
const tryRules = createRuleTrial({ store: memoryStore(records), now: () => Date.UTC(2026, 0, 1) })
const rule = { product: 'Falcon', when: 'body="falcon-app"', match: [], miss: [] }

it('says what a rule would match and where a source calls it otherwise', async () => {
  expect(await tryRules(JSON.stringify(rule))).toEqual([
    {
      ...{ rule: 'own/trial/falcon', product: 'Falcon', records: 4, hosts: 3, otherwise: 1 },
      examples: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
      disagreements: [{ host: records[2]?.host, stated: ['Kestrel'] }],
    },
  ])
})

it('refuses what could not be used', async () => {
  const text = JSON.stringify(rule)
  const lines = (count: number) => `${'\n'.repeat(count - 1)}${text}`
  expect(await tryRules(`${lines(2000)}\n`)).toHaveLength(1)
  // Neither blanks nor rules beyond the limit are read: four million take a second.
  await expect(tryRules(lines(2001))).rejects.toThrow('at most 2000 lines and 200 rules')
  await expect(tryRules(`${text}\n`.repeat(2001))).rejects.toThrow('at most 2000 lines and 200 rules')
  await expect(tryRules('')).rejects.toThrow('a trial takes 1 to 200 rules, not 0')
  await expect(tryRules(JSON.stringify({ ...rule, when: 'body="abc"' }))).rejects.toThrow('at least 4')
})
