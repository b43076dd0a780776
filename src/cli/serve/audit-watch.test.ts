import { expect, it, vi } from 'vitest'
import type { CheckedTrail } from '../../service/account/index.ts'
import { createAuditWatch } from './audit-watch.ts'

const INTACT: CheckedTrail = {
  days: [{ day: '2026-11-20', events: 3, verdict: 'intact' }],
  unsealed: 0,
  head: 'agrees',
}
const SEALED = async (): Promise<boolean> => true
const REFUSED = async (): Promise<boolean> => false
const FAILED = (): Promise<boolean> => Promise.reject(new Error('disk full'))
const ALTERED: CheckedTrail = { ...INTACT, days: [{ day: '2026-11-20', events: 3, verdict: 'altered' }] }

function watched(sealAudit: () => Promise<boolean>, trail: CheckedTrail) {
  const [auditIntact, onError] = [vi.fn(), vi.fn()]
  const verifyAudit = vi.fn(async () => trail)
  const check = createAuditWatch({ accounts: { sealAudit, verifyAudit }, metrics: { auditIntact }, onError })
  return { check, auditIntact, onError, verifyAudit }
}

it('reports an intact trail by its metric alone, and reads all of it once a day', async () => {
  const { check, auditIntact, onError, verifyAudit } = watched(async () => true, INTACT)
  for (let hour = 0; hour < 25; hour++) await check()
  expect(auditIntact.mock.calls.every(([isIntact]) => isIntact === true)).toBe(true)
  expect(onError).not.toHaveBeenCalled()
  const whole = verifyAudit.mock.calls.flatMap(([days]: readonly unknown[], hour) =>
    days === undefined ? hour : [],
  )
  expect(whole).toEqual([0, 24])
})

it('does not call a trail intact again before all of it was read', async () => {
  const { check, auditIntact, verifyAudit } = watched(SEALED, INTACT)
  verifyAudit.mockResolvedValueOnce(ALTERED)
  for (let hour = 0; hour < 3; hour++) await check()
  expect(auditIntact.mock.calls).toEqual([[false], [true], [true]])
  expect(verifyAudit.mock.calls).toEqual([[undefined], [undefined], [2]])
})

it.each([
  ['a changed day', SEALED, ALTERED, /does not verify: events or seals of 2026-11-20 were changed/],
  ['refused seals', REFUSED, INTACT, /seals are missing, and no new ones are made/],
  ['a missing head', SEALED, { ...INTACT, head: 'cut' }, /seals are missing/],
  ['a failure', FAILED, INTACT, /disk full/],
] as const)('reports %s as an error and by the metric', async (_, seal, trail, message) => {
  const { check, auditIntact, onError } = watched(seal, trail)
  await check()
  expect(auditIntact).toHaveBeenCalledExactlyOnceWith(false)
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: expect.stringMatching(message) })]])
})
