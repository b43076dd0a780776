import { describe, expect, it } from 'vitest'
import { type Settings, settingsOf } from './engine.ts'
import { withShare } from './share.ts'

const LIMITS = { maxExecutionSeconds: 1, maxQueryMemoryBytes: 1 }

describe('the settings of a statement', () => {
  it('hold the share of the work that runs it, as it is when the statement starts', async () => {
    let priority = 1
    await withShare(
      () => ({ priority: priority++, longestPause: 500, threads: undefined }),
      async () => {
        expect(settingsOf({}, LIMITS)).toMatchObject({ priority: 1 })
        await Promise.resolve()
        expect(settingsOf({}, LIMITS)).toMatchObject({ priority: 2 })
        expect(settingsOf({}, LIMITS)).not.toHaveProperty('max_threads')
      },
    )
    expect(settingsOf({}, LIMITS)).not.toHaveProperty('priority')
  })

  it('give slow statements small blocks, and tell whoever divides the engine', () => {
    expect(settingsOf({ isSlow: true }, LIMITS)).toHaveProperty('preferred_block_size_bytes')
    withShare(
      (isSlow) => ({ priority: isSlow ? 5 : 1, longestPause: 500, threads: undefined }),
      () => expect(settingsOf({ isSlow: true }, LIMITS)).toMatchObject({ priority: 5 }),
    )
  })

  it.each([
    [1, 2, 1],
    [4, 2, 2],
    [4, undefined, 4],
  ])('take the lower number of threads of share and statement', (threads, max_threads, expected) => {
    const settings: Settings = max_threads === undefined ? {} : { max_threads }
    withShare(
      () => ({ priority: 1, longestPause: 500, threads }),
      () => expect(settingsOf({ settings }, LIMITS)).toMatchObject({ max_threads: expected }),
    )
  })
})
