import { Type } from 'typebox'
import { DIALECTS, LEVELS } from '../../service/account/index.ts'
import { operation } from '../operation.ts'
import { object, orNull, text, time } from '../../schema/index.ts'

const count = (description: string) => Type.Integer({ description })

/** Facts about the calling account. */
export const infoMy = operation({
  name: 'infoMy',
  group: 'account',
  summary: 'Facts about the calling account',
  access: 'account',
  scope: 'any',
  http: 'GET|POST /api/v1/info/my',
  page: 'GET account',
  input: {},
  output: {
    email: Type.String(),
    username: Type.String(),
    category: Type.Literal('user'),
    fcoin: count('Coins left; the same as `coins`.'),
    fofa_point: count('Always 0.'),
    remain_free_point: count('Always 0.'),
    isvip: Type.Boolean({ description: 'Whether the level is not free.' }),
    vip_level: count('Level as a number: free 0, member 2, enterprise 5.'),
    is_verified: Type.Boolean(),
    avatar: Type.String(),
    message: text('Always empty.'),
    fofacli_ver: Type.String(),
    fofa_server: Type.Literal(true),
    remain_api_query: count('Calls left; 1000000000 where calls are free.'),
    remain_api_data: count('Records left; 1000000000 at most.'),
    level: Type.Enum([...LEVELS]),
    dialect: Type.Enum([...DIALECTS]),
    coins: count('Coins left.'),
    tagging: object({
      daily_limit: count('Lines the account may have tagged per UTC day.'),
      used_today: count('Lines used of this UTC day.'),
      running_task_id: orNull(Type.Integer(), 'Task that has not ended yet.'),
    }),
    search: object({
      result_window: count('Bound of page × size.'),
      price: count('Coins a call costs.'),
    }),
    created_at: time('When the account was created'),
  },
  run: async ({ services, caller }) => {
    const { error: _, ...info } = await services.accounts.accountInfo(caller)
    return info
  },
})
