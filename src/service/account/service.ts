// The use cases of accounts, bound to one state database.
import { Presence, CoinReservations, type State } from '../../state/index.ts'
import * as administer from './administer/administer.ts'
import { authenticate } from './sign-in/authenticate.ts'
import { AccountCache } from './sign-in/cache.ts'
import type { AccountContext } from './context.ts'
import { createAccount, ensureFirstAccount } from './administer/create.ts'
import { RunningWork, type WorkOwner } from './sign-in/running-work.ts'
import { FrequentEvents } from './audit/frequent-events.ts'
import { accountInfo } from './administer/info.ts'
import { inspectPasswordLink, issuePasswordLink, usePasswordLink } from './sign-in/link.ts'
import * as login from './sign-in/login.ts'
import { type Call, Meter } from './coin/meter.ts'
import { changeOwnPassword, proveOwner } from './sign-in/own-password.ts'
import { Passwords } from './credential/password.ts'
import * as keys from './administer/keys.ts'
import * as register from './administer/register.ts'
import * as savedSearch from './saved-search.ts'
import { readAccountQuery } from './account-query.ts'
import * as storedList from './stored-list.ts'
import { openedSecret } from './credential/used-secret.ts'
import type { Secret } from './credential/secret.ts'
import { type AccountSettings, DEFAULT_ACCOUNT_SETTINGS } from './settings.ts'
import { priceOf, reserveSearch, reserveWork } from './coin/spend.ts'
import { takeLines } from './coin/tagging.ts'
import { Throttle } from './sign-in/throttle.ts'
import * as factor from './sign-in/second-factor.ts'
import { loginByOpenId } from './administer/openid.ts'
import { beginOpenId } from './sign-in/openid-provider.ts'
import * as passkey from './sign-in/passkey.ts'
import * as ownSessions from './sign-in/own-sessions.ts'
import * as seal from './audit/seal.ts'
import * as trail from './audit/trail.ts'

/** The options of `openAccounts`. The caller closes the state, after `close`. */
interface AccountsOptions {
  readonly state: State
  readonly secret: Secret
  readonly settings?: Partial<AccountSettings> | undefined
  /** The current time, milliseconds UTC. */
  readonly now?: (() => number) | undefined
  /** This process's presence; created and closed here if not given. */
  readonly presence?: Presence | undefined
  readonly throttle?: Throttle | undefined
  readonly passwords?: Passwords | undefined
  /** The file of the newest seal of the audit trail. */
  readonly auditHead?: string | undefined
  /** Opens without sealing the audit trail and purging old events. */
  readonly untouched?: boolean | undefined
}

const DAY_MS = 86_400_000

const { COIN_ACTIONS: _, ...administration } = administer
const { startSession: __, ...logins } = login

const USE_CASES = {
  ...administration,
  ...logins,
  ...passkey,
  beginOpenId,
  loginByOpenId,
  ...register,
  ...savedSearch,
  listStoredLists: storedList.listStoredLists,
  showStoredList: storedList.showStoredList,
  keepStoredList: storedList.keepStoredList,
  deleteStoredList: storedList.deleteStoredList,
  readAccountQuery,
  ...ownSessions,
  ...trail,
  authenticate,
  sealAudit: seal.sealAudit,
  verifyAudit: seal.verifyAudit,
  exportAudit: seal.exportAudit,
  isAuditExportIntact: seal.isExportIntact,
  changeOwnPassword,
  proveOwner,
  createAccount,
  ensureFirstAccount,
  accountInfo,
  secondFactorState: factor.secondFactorState,
  beginSecondFactor: factor.beginSecondFactor,
  confirmSecondFactor: factor.confirmSecondFactor,
  proveSecondFactor: factor.checkSecondFactor,
  removeSecondFactor: factor.removeSecondFactor,
  listKeys: keys.listKeys,
  createKey: keys.createKeyOf,
  rotateNamedKey: keys.rotateKeyOf,
  revokeKey: keys.revokeKeyOf,
  revealKeys: keys.revealKeys,
  issuePasswordLink,
  inspectPasswordLink,
  usePasswordLink,
  priceOf,
  reserveSearch,
  reserveWork,
  takeLines,
}

type Uses = typeof USE_CASES
type Bound<Use> = Use extends (context: AccountContext, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/** Every use case of accounts, without the context parameter. */
export type AccountService = AllBound & {
  readonly settings: AccountSettings
  readonly secret: Secret
  /** Counts an answered call for the usage figures; costs no database access. */
  readonly countCall: (call: Call) => void
  /** Writes the usage figures and the counts of failed attempts now; also runs by itself every few seconds. */
  readonly flushFigures: () => Promise<void>
  /** Runs work under a signal that aborts when any process disables the account or revokes the key; the work then fails with `unauthorized`. */
  readonly untilRevoked: <Result>(
    owner: WorkOwner,
    work: (ended: AbortSignal) => Promise<Result>,
  ) => Promise<Result>
  /** Releases open reservations, writes the figures and stops background work. */
  readonly close: () => Promise<void>
}

/**
 * Opens the accounts of a state database. Fails with `input` when the secret is not the one that the database was created with.
 * Reservations of dead processes are released when this resolves.
 */
export async function openAccounts(options: AccountsOptions): Promise<AccountService> {
  const { state, now = Date.now } = options
  const secret = await openedSecret(state, options.secret)
  const presence = options.presence ?? new Presence(state)
  await presence.buryDead()
  const reservations = new CoinReservations(state, presence, now)
  const context: AccountContext = {
    state,
    secret,
    now,
    reservations,
    settings: { ...DEFAULT_ACCOUNT_SETTINGS, ...options.settings },
    cache: new AccountCache(state),
    runningWork: new RunningWork(state, now),
    frequent: new FrequentEvents(state, now),
    meter: new Meter(state, now),
    throttle: options.throttle ?? new Throttle(),
    passwords: options.passwords ?? new Passwords(),
    auditHead: options.auditHead,
  }
  if (options.untouched !== true) await trail.purge(context)
  const { meter } = context
  const timer = setInterval(() => void trail.purge(context).catch(() => {}), DAY_MS).unref()
  const close = async () => {
    clearInterval(timer)
    context.runningWork.close()
    await meter.close()
    await context.frequent.close()
    await reservations.close()
    if (options.presence === undefined) await presence.close()
  }
  return {
    ...bindAll(context),
    settings: context.settings,
    secret,
    countCall: (call) => meter.count(call),
    flushFigures: async () => {
      await meter.flush()
      await context.frequent.flush()
    },
    untilRevoked: (owner, work) => context.runningWork.during(owner, work),
    close,
  }
}

type AllBound = { readonly [Name in keyof Uses]: Bound<Uses[Name]> }

function bindAll(context: AccountContext): AllBound {
  const bindOne =
    (use: (context: AccountContext, ...rest: never[]) => unknown) =>
    (...rest: never[]) =>
      use(context, ...rest)
  const bound = Object.entries(USE_CASES).map(([name, use]) => [name, bindOne(use)])
  return Object.fromEntries(bound) as AllBound
}
