import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AccountService, type FirstAccount, passwordPath } from '../../service/account/index.ts'

/** Announces the first account once: on the terminal, else in a file that only the owner of the directory can read. */
export function announceFirstAccount(
  { account, key, other, token }: FirstAccount,
  baseUrl: string,
  file: string,
  terminal: boolean,
): string {
  const lines = [
    `e-mail:   ${account.email}`,
    `key:      ${key}`,
    `password: ${baseUrl}${passwordPath(token)}   (works once)`,
    `live key: ${other.key}   (for programs written against the hosted service)`,
  ]
  if (terminal) return ['first account, shown only now:', ...lines.map((line) => `  ${line}`), ''].join('\n')
  // A file left by somebody else would keep its mode and owner.
  rmSync(file, { force: true })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return `first account written to ${file}\n`
}

/** The accounts, which remove the file of the first account once its link was used: its key must not stay in a file. */
export function forgettingFirstAccount(accounts: AccountService, file: string): AccountService {
  return {
    ...accounts,
    usePasswordLink: async (input) => {
      const account = await accounts.usePasswordLink(input)
      if (isWrittenIn(file, account.email)) rmSync(file, { force: true })
      return account
    },
  }
}

function isWrittenIn(file: string, email: string): boolean {
  try {
    return readFileSync(file, 'utf8').startsWith(`e-mail:   ${email}\n`)
  } catch {
    return false
  }
}
