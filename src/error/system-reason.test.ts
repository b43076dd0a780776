import { expect, it } from 'vitest'
import { systemReason, systemSentence } from './system-reason.ts'

const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: said by the system`), { code, syscall: 'open', ...(path && { path }) })

it.each([
  ['ENOENT', '`/x/y`: there is no such file or folder; check the path'],
  ['EACCES', '`/x/y`: no permission; choose another place, or a user who may'],
  ['EROFS', '`/x/y`: the file system is read-only; choose another place'],
  ['EISDIR', '`/x/y`: it is a folder; name a file'],
  ['ENOSPC', '`/x/y`: the disk is full'],
  ['EOTHER', 'EOTHER: said by the system'],
])('%s', (code, sentence) => {
  expect(systemSentence(failure(code, '/x/y'))).toBe(sentence)
})

it('has no path where the system names none', () => {
  expect(systemSentence(failure('ENOSPC'))).toBe('the disk is full')
  expect(systemReason('words')).toBe('words')
})
