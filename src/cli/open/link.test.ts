import { expect, it, vi } from 'vitest'
import { createOpenLink } from './link.ts'

it('the printed token of a link works again and again, the other one once, and nothing else', () => {
  const { link, printed, once } = createOpenLink()
  expect([printed, printed].map(link.accepts)).toEqual([true, true])
  expect([once, once].map(link.accepts)).toEqual([true, false])
  for (const token of ['', 'x', printed.slice(1), `${printed}x`]) expect(link.accepts(token)).toBe(false)
})

it('the use of the token that works once is reported, once', () => {
  const onUsed = vi.fn()
  const { link, printed, once } = createOpenLink(onUsed)
  for (const token of [printed, 'x']) link.accepts(token)
  expect(onUsed).not.toHaveBeenCalled()
  for (const token of [once, once]) link.accepts(token)
  expect(onUsed).toHaveBeenCalledOnce()
})

it('links of two servers have tokens and cookies of their own', () => {
  const [one, two] = [createOpenLink(), createOpenLink()]
  expect(two.link.accepts(one.printed)).toBe(false)
  expect(one.link.cookie).not.toBe(two.link.cookie)
})
