import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstAccount } from '../../service/account/index.ts'

/** Name of the file in the data directory that holds the first account where nobody watches a terminal. */
const FILE = 'first-account.txt'

/** The address under which a one-time token sets a password. The token is no part of what browsers send to servers and logs. */
export function passwordLink(baseUrl: string, token: string): string {
  return `${baseUrl}/password#${token}`
}

/** Says once who the first account is: on the terminal, else in a file that only the owner of the directory reads. */
export function announceFirstAccount(
  first: FirstAccount,
  place: { readonly baseUrl: string; readonly directory: string; readonly terminal: boolean },
): string {
  const lines = [
    `e-mail:   ${first.account.email}`,
    `key:      ${first.key}`,
    `password: ${passwordLink(place.baseUrl, first.token)}   (works once)`,
  ]
  if (place.terminal)
    return ['first account, shown only now:', ...lines.map((line) => `  ${line}`), ''].join('\n')
  const file = join(place.directory, FILE)
  // A file left by somebody else would keep its mode and owner.
  rmSync(file, { force: true })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return `first account written to ${file}\n`
}
