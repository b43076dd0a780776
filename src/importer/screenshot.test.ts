import { describe, expect, it } from 'vitest'
import { findScreenshot } from './screenshot.ts'

async function asked(path: string): Promise<readonly string[]> {
  const candidates: string[] = []
  const beside = async (candidate: string) => void candidates.push(candidate)
  await findScreenshot({ path }, { beside: async (candidate) => beside(candidate).then(() => undefined) }, 1)
  return candidates
}

describe('the file of a screenshot', () => {
  it('is looked for by the end of its path, the longest first', async () => {
    const path = '/home/somebody/output/screenshot/example.com/a.png'
    expect(await asked(path)).toEqual([
      'output/screenshot/example.com/a.png',
      'screenshot/example.com/a.png',
      'example.com/a.png',
      'a.png',
    ])
    expect((await asked('C:\\scans\\screens\\a.png')).at(-2)).toBe('screens/a.png')
  })

  it('that is named alone is also looked for where tools keep screenshots', async () =>
    expect(await asked('a.png')).toEqual([
      'a.png',
      'screenshots/a.png',
      'screenshot/a.png',
      'screens/a.png',
      'output/screenshot/a.png',
    ]))

  it.each(['../a.png', 'screens/../../a.png', '..\\a.png', '', '/', '.'])(
    'is not looked for at %j',
    async (path) => expect(await asked(path)).toEqual([]),
  )

  it('is read up to one byte more than may be kept', async () => {
    let most = 0
    const beside = async (_: string, limit?: number) => {
      most = limit ?? 0
      return Buffer.alloc(1)
    }
    expect(await findScreenshot({ path: 'a.png' }, { beside }, 7)).toHaveLength(1)
    expect(most).toBe(8)
  })
})
