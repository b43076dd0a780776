// The settings of accounts, and the secret that encrypts their keys.
import { existsSync } from 'node:fs'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import {
  type AccountSettings,
  type OpenIdSettings,
  openSecretFile,
  openSecretText,
  type Secret,
} from '../../service/account/index.ts'
import { readFact, SECRET_PROOF, type State, type StateOptions } from '../../state/index.ts'
import { dataFiles } from './data-directory.ts'
import { finishRotation } from './secret-file.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The settings of accounts in the form of the account service. */
export function accountSettings(config: Config): Partial<AccountSettings> {
  const window = (own: number): number => (own === 0 ? config['search.resultWindow'] : own)
  return {
    price: {
      free: config['level.free.price'],
      member: config['level.member.price'],
      enterprise: config['level.enterprise.price'],
    },
    resultWindow: {
      free: window(config['level.free.resultWindow']),
      member: window(config['level.member.resultWindow']),
      enterprise: window(config['level.enterprise.resultWindow']),
    },
    taggingDailyLimit: config['tag.dailyLimit'],
    registration: config['account.registration'],
    registrationCoins: config['account.registrationCoins'],
    registrationLevel: config['account.registrationLevel'],
    sessionIdleDays: config['account.sessionIdle'] / DAY,
    sessionDays: config['account.sessionLength'] / DAY,
    linkHours: config['account.linkExpiry'] / HOUR,
    invitationDays: config['account.invitationExpiry'] / DAY,
    auditDays: config['audit.retention'] / DAY,
    usageDays: config['usage.retention'] / DAY,
    openId: openIdSettings(config),
  }
}

function openIdSettings(config: Config): OpenIdSettings | undefined {
  const issuer = config['openid.issuer']
  if (issuer === '') return undefined
  if (config['openid.clientId'] === '')
    throw new AppError(
      'input',
      'openid.issuer is set without openid.clientId: set the name that the provider gave this server',
    )
  return {
    ...{ issuer, clientId: config['openid.clientId'], clientSecret: config['openid.clientSecret'] },
    name: config['openid.name'] === '' ? new URL(issuer).hostname : config['openid.name'],
    domains: config['openid.domains'].map((domain) => domain.toLowerCase()),
    newAccounts: config['openid.newAccounts'],
  }
}

/** The location of the state database. */
export function stateOptions(config: Config): StateOptions {
  const url = config['state.url']
  return url === '' ? { file: dataFiles(config.data).state } : { url }
}

/**
 * The server's secret: the setting, else the file in the data directory, created only if no accounts exist that were made with
 * another one.
 */
export async function openSecret(config: Config, state: State): Promise<Secret> {
  if (config.secret !== '') return openSecretText(config.secret)
  const { secret, auditHead } = dataFiles(config.data)
  await finishRotation({ secret, auditHead }, state)
  if (!existsSync(secret) && (await readFact(state.db, SECRET_PROOF)) !== undefined) throw noSecret(secret)
  return openSecretFile(secret)
}

function noSecret(file: string): AppError {
  return new AppError(
    'input',
    `the secret file \`${file}\` is missing, and accounts were made with it: restore it from a backup, or set PERIPLUS_SECRET; without it no key works`,
  )
}
