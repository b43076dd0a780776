import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { fullStandard, keepFullStandard, printAddress, readAddress } from './address.ts'

const read = (address: string) => readAddress(new URL(address, 'http://periplus.test').searchParams)

afterEach(() => keepFullStandard(false))

describe('the address of a search', () => {
  it.each([
    [false, '/result', false],
    [true, '/result', true],
    [true, '/result?full=false', false],
    [false, '/result?full=true', true],
  ])(
    'where the server searches all records by default (%s), %s covers all of them: %s',
    (all, address, full) => {
      keepFullStandard(all)
      expect(fullStandard()).toBe(all)
      expect(read(address).full).toBe(full)
      for (const asked of [true, false])
        expect(read(printAddress({ query: 'a', page: 1, full: asked, view: 'cards' })).full).toBe(asked)
    },
  )

  it('is read back as it was written, whatever the query holds', () => {
    fc.assert(
      fc.property(
        fc.record({
          query: fc.string({ unit: 'grapheme' }),
          page: fc.integer({ min: 1, max: 10_000 }),
          full: fc.boolean(),
          view: fc.constantFrom('cards', 'table', 'statistics'),
          size: fc.constantFrom(20, 50, 100),
          collapse: fc.boolean(),
        }),
        (search) => {
          expect(read(printAddress(search))).toEqual(search)
        },
      ),
    )
  })

  it.each([
    ['/result?qbase64=dGl0bGU9ImxvZ2luIg', 'title="login"'],
    ['/result?qbase64=dGl0bGU9IueZu-W9lSI', 'title="登录"'],
    ['/result?qbase64=dGl0bGU9IueZu+W9lSI=', 'title="登录"'],
    ['/result?qbase64=!!!', ''],
    ['/result?qbase64=/w==', ''],
    ['/result', ''],
  ])('%s asks for %s', (address, query) => {
    expect(read(address).query).toBe(query)
  })

  it.each(['0', '-1', '1.5', 'x', ''])('a page `%s` counts as the first', (page) => {
    expect(read(`/result?page=${page}`).page).toBe(1)
  })
})
