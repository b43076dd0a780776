import { type Static, Type } from 'typebox'

const count = (description: string) => Type.Integer({ description })
const level = Type.Union([Type.Literal('free'), Type.Literal('member'), Type.Literal('enterprise')])

/** What `info/my` answers. */
export const InfoAnswer = Type.Object(
  {
    error: Type.Literal(false),
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
    message: Type.String({ description: 'Always empty.' }),
    fofacli_ver: Type.String(),
    fofa_server: Type.Literal(true),
    remain_api_query: count('Calls left; 1000000000 where calls are free.'),
    remain_api_data: count('Records left; 1000000000 at most.'),
    level,
    dialect: Type.Union([Type.Literal('documented'), Type.Literal('live')]),
    coins: count('Coins left.'),
    tagging: Type.Object({
      daily_limit: count('Lines the account may have tagged per UTC day.'),
      used_today: count('Lines used of this UTC day.'),
      running_task_id: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Task that has not ended yet.',
      }),
    }),
    search: Type.Object({
      result_window: count('Bound of page × size.'),
      price: count('Coins a call costs.'),
    }),
    created_at: Type.String({ description: 'When the account was made, `YYYY-MM-DD HH:MM:SS` in UTC.' }),
  },
  { title: 'InfoAnswer', additionalProperties: false },
)

/** The body of `info/my`. */
export type InfoBody = Static<typeof InfoAnswer>
