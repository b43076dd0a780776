import { describe, expect, it } from 'vitest'
import { outageOf } from './index.ts'

const system = (code: string, syscall = 'open') => Object.assign(new Error(`${code}: x`), { code, syscall })
const sqlite = (errcode: number) => Object.assign(new Error('x'), { errcode })
const engine = (text: string) =>
  new Error(`Code: 76. DB::ErrnoException: Cannot open file /d/store/x: ${text}`)

describe('the failure of a machine', () => {
  it.each([
    ['a full disk', system('ENOSPC'), /full/],
    ['a used up quota', system('EDQUOT', 'write'), /full/],
    ['a read-only disk', system('EROFS'), /cannot be written/],
    ['a directory on a read-only disk', system('ENOENT', 'mkdir'), /cannot be written/],
    ['a disk that fails', system('EIO', 'read'), /disk of the data directory fails/],
    ['too many files', system('EMFILE'), /too many files/],
    ['a full disk under SQLite', sqlite(13), /full/],
    ['a failing disk under SQLite, extended', sqlite(10 | (3 << 8)), /fails/],
    ['a read-only file of SQLite', sqlite(8), /cannot be written/],
    ['a full disk under the engine', engine(', errno: 28, strerror: No space left on device'), /full/],
    [
      'a disk without room for a part of the engine',
      new Error('Code: 243. DB::Exception: Cannot reserve 17.63 MiB, not enough space. (NOT_ENOUGH_SPACE)'),
      /full/,
    ],
    ['a failing disk under the engine', engine(', errno: 5, strerror: Input/output error'), /fails/],
    ['too many files of the engine', engine(', errno: 24, strerror: Too many open files'), /too many/],
    ['a cause below', new Error('the import failed', { cause: system('EIO') }), /fails/],
  ])('is recognised from %s', (_, error, text) => {
    expect(outageOf(error)).toMatchObject({ code: 'unavailable', message: expect.stringMatching(text) })
  })

  it.each([
    ['a missing file', system('ENOENT')],
    ['text of a record that speaks of one', new Error('No space left on device')],
    ['another failure of SQLite', sqlite(19)],
    ['another failure of the engine', engine('expected `,`')],
    ['no error at all', 'EIO'],
  ])('is not recognised from %s', (_, error) => expect(outageOf(error)).toBeUndefined())
})
