import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { snapFolder } from './snap.ts'

const home = mkdtempSync(join(tmpdir(), 'periplus-snap-'))
const folder = join(home, 'snap/firefox/common')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(home, { recursive: true }))

it('is the folder of the snap package of the default browser', () => {
  expect(snapFolder(home, 'firefox_firefox.desktop\n')).toBe(folder)
})

it.each(['firefox.desktop', 'chromium_chromium.desktop', '..\u002f_x.desktop', ''])(
  'is none for %j',
  (entry) => {
    expect(snapFolder(home, entry)).toBeUndefined()
  },
)
