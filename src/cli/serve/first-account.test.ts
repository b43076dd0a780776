import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AccountService, FirstAccount } from '../../service/account/index.ts'
import { announceFirstAccount, forgettingFirstAccount } from './first-account.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-first-'))
afterAll(() => rmSync(directory, { recursive: true }))

const first = {
  account: { email: 'admin@localhost' },
  key: '0123456789abcdef0123456789abcdef',
  other: { dialect: 'live', key: 'fedcba9876543210fedcba9876543210' },
  token: 'one-time',
} as FirstAccount
const text = [
  'e-mail:   admin@localhost',
  'key:      0123456789abcdef0123456789abcdef',
  'password: http://h/password#one-time   (works once)',
  'live key: fedcba9876543210fedcba9876543210   (for programs written against the hosted service)',
]

describe('the first account', () => {
  it('is shown on a terminal and written nowhere', () => {
    const file = join(directory, 'terminal.txt')
    const said = announceFirstAccount(first, 'http://h', file, true)
    expect(said).toBe(`first account, shown only now:\n${text.map((line) => `  ${line}\n`).join('')}`)
    expect(() => statSync(file)).toThrow('ENOENT')
  })

  it('is written for its owner alone where nobody watches, and not said', () => {
    const file = join(directory, 'file.txt')
    expect(announceFirstAccount(first, 'http://h', file, false)).toBe(`first account written to ${file}\n`)
    expect(readFileSync(file, 'utf8')).toBe(`${text.join('\n')}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is never written through what is there already', () => {
    const other = join(directory, 'other.txt')
    writeFileSync(other, 'untouched')
    const file = join(directory, 'link.txt')
    symlinkSync(other, file)
    announceFirstAccount(first, 'http://h', file, false)
    expect(readFileSync(other, 'utf8')).toBe('untouched')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is removed with its key once the link was used, and not when that of another account was', async () => {
    const file = join(directory, 'used.txt')
    announceFirstAccount(first, 'http://h', file, false)
    const used = { email: '' }
    const open = { usePasswordLink: async () => used } as unknown as AccountService
    const accounts = forgettingFirstAccount(open, file)
    const use = (email: string) => {
      used.email = email
      return accounts.usePasswordLink({ token: '', password: '', address: undefined })
    }
    await use('other@localhost')
    expect(statSync(file).isFile()).toBe(true)
    expect(await use('admin@localhost')).toBe(used)
    expect(() => statSync(file)).toThrow('ENOENT')
    await use('admin@localhost')
  })
})
