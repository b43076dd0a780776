// What `info/my` returns for the caller's account.
import { findById, findJobInFlight, usedOnDay } from '../../../state/index.ts'
import { printTime } from '../../../util/index.ts'
import { type Account, type Level, toAccount } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { windowOf } from '../result-window.ts'
import { countTagging, TAGGING } from '../coin/tagging.ts'

const UNLIMITED = 1_000_000_000
const ROWS_PER_CALL = 10_000
const VIP_LEVEL: Readonly<Record<Level, number>> = { free: 0, member: 2, enterprise: 5 }

/** The body of a successful `info/my`. */
interface AccountInfo {
  readonly error: false
  readonly email: string
  readonly username: string
  readonly category: 'user'
  readonly fcoin: number
  readonly fofa_point: 0
  readonly remain_free_point: 0
  readonly isvip: boolean
  readonly vip_level: number
  readonly is_verified: boolean
  readonly avatar: string
  readonly message: ''
  readonly fofacli_ver: string
  readonly fofa_server: true
  readonly remain_api_query: number
  readonly remain_api_data: number
  readonly level: Level
  readonly dialect: Account['dialect']
  readonly coins: number
  readonly tagging: {
    readonly daily_limit: number
    readonly used_today: number
    readonly running_task_id: number | null
  }
  readonly search: { readonly result_window: number; readonly price: number }
  readonly created_at: string
}

/** Reads the body of `info/my`. */
export async function accountInfo(context: AccountContext, { id, dialect }: Account): Promise<AccountInfo> {
  const { db } = context.state
  const now = context.now()
  const row = await findById(db, id)
  if (row === undefined) throw new Error(`the account ${id} is gone`)
  const account = { ...toAccount(row, now), dialect }
  const price = context.settings.price[account.level]
  const calls = price === 0 ? UNLIMITED : Math.floor((row.balance - row.reserved) / price)
  const used = await usedOnDay(db, countTagging(id, now))
  const running = await findJobInFlight(db, id, TAGGING)
  return {
    error: false,
    email: account.email,
    username: account.username,
    category: 'user',
    fcoin: row.balance,
    fofa_point: 0,
    remain_free_point: 0,
    isvip: account.level !== 'free',
    vip_level: VIP_LEVEL[account.level],
    is_verified: false,
    avatar: '',
    message: '',
    fofacli_ver: '',
    fofa_server: true,
    remain_api_query: Math.min(UNLIMITED, calls),
    remain_api_data: Math.min(UNLIMITED, calls * ROWS_PER_CALL),
    level: account.level,
    dialect: account.dialect,
    coins: row.balance,
    tagging: {
      daily_limit: context.settings.taggingDailyLimit,
      used_today: used,
      running_task_id: running?.id ?? null,
    },
    search: { result_window: windowOf(context.settings, account), price },
    created_at: printTime(account.createdAt),
  }
}
