import { describe, expect, it } from 'vitest'
import { type Settings, settingsOf } from './engine.ts'
import { withShare } from './share.ts'

const LIMITS = { maxExecutionSeconds: 1, maxQueryMemoryBytes: 1 }

describe('the settings of a statement', () => {
  it('hold the share of the work that runs it, as it is when the statement starts', async () => {
    let priority = 1
    await withShare(
      () => ({ priority: priority++, longestPause: 500, threads: undefined, isNiced: false }),
      async () => {
        expect(settingsOf({}, LIMITS)).toMatchObject({ priority: 1 })
        await Promise.resolve()
        expect(settingsOf({}, LIMITS)).toMatchObject({ priority: 2 })
        expect(settingsOf({}, LIMITS)).not.toHaveProperty('max_threads')
      },
    )
    expect(settingsOf({}, LIMITS)).not.toHaveProperty('priority')
  })

  it('give slow statements small blocks, and report them to the scheduler', () => {
    expect(settingsOf({ isSlow: true }, LIMITS)).toHaveProperty('preferred_block_size_bytes')
    withShare(
      (isSlow) => ({ priority: isSlow ? 5 : 1, longestPause: 500, threads: undefined, isNiced: false }),
      () => expect(settingsOf({ isSlow: true }, LIMITS)).toMatchObject({ priority: 5 }),
    )
  })

  it('leave the processor to others where the share says so', () => {
    const niced = (isNiced: boolean) =>
      withShare(
        () => ({ priority: 2, longestPause: 500, threads: undefined, isNiced }),
        () => settingsOf({ isSlow: true }, LIMITS),
      )
    expect(niced(true)).toMatchObject({ os_threads_nice_value_query: 19 })
    // Servers may be of a version that does not know the setting.
    expect(niced(false)).not.toHaveProperty('os_threads_nice_value_query')
  })

  it.each([
    [1, 2, 1],
    [4, 2, 2],
    [4, undefined, 4],
  ])('take the lower number of threads of share and statement', (threads, max_threads, expected) => {
    const settings: Settings = max_threads === undefined ? {} : { max_threads }
    withShare(
      () => ({ priority: 1, longestPause: 500, threads, isNiced: false }),
      () => expect(settingsOf({ settings }, LIMITS)).toMatchObject({ max_threads: expected }),
    )
  })
})
