// A server is killed while it works on a tagging task; `node bench/kill-tagging.ts` does it twenty times.
import { expect, it } from 'vitest'
import { killTagging } from '../support/kill-tagging.ts'

it('a task whose server was killed ends after the restart, once and with the right file', async () => {
  const report = await killTagging(3, 4000, 300)
  expect(report).toMatchObject({ tasks: 3, right: 3, used: 12_000 })
})
