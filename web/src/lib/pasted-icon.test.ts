import { expect, it } from 'vitest'
import { readPastedIcon } from './pasted-icon.ts'

it.each([
  ['data:image/png;base64,iVBORw==', 4],
  ['iVBO\nRw==\n', 4],
  ['4644f2d45601037b8423d45e13194c93\n', 32],
  ['https://example.com/favicon.ico', undefined],
  ['', undefined],
])('%j has the size %s', (text, size) => {
  expect(readPastedIcon(text)?.size).toBe(size)
})
