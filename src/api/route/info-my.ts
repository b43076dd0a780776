import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AccountInfo } from '../accounts.ts'
import type { ApiContext } from '../context.ts'
import type { Admit } from '../plugin/admission.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import { InfoAnswer, type InfoBody } from '../schema/info.ts'

/** `GET` and `POST /api/v1/info/my`. */
export function infoMyRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const about = { tags: ['account'], summary: 'Facts about the calling account' }
  const response = { 200: Type.Union([InfoAnswer, ErrorBody]) }
  const parameters = Type.Object(credentials)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await admit(request, reply)
    const info = await context.services().accounts.info(caller)
    return infoBody(info, context.services().policyOf(info.level))
  }
  app.get('/api/v1/info/my', {
    schema: { ...about, operationId: 'infoMy', querystring: parameters, response },
    handler,
  })
  app.post('/api/v1/info/my', {
    schema: {
      ...about,
      operationId: 'infoMyByForm',
      consumes: ['application/x-www-form-urlencoded'],
      body: parameters,
      response,
    },
    handler,
  })
}

/** What stands for "as many as you like". */
const ENDLESS = 1_000_000_000
/** Records one call may return. */
const RECORDS_PER_CALL = 10_000
const VIP_LEVEL = { free: 0, member: 2, enterprise: 5 } as const

function infoBody(
  info: AccountInfo,
  policy: { readonly price: number; readonly resultWindow: number },
): InfoBody {
  const calls = policy.price === 0 ? ENDLESS : Math.min(Math.floor(info.coins / policy.price), ENDLESS)
  return {
    error: false,
    email: info.email,
    username: info.username,
    category: 'user',
    fcoin: info.coins,
    fofa_point: 0,
    remain_free_point: 0,
    isvip: info.level !== 'free',
    vip_level: VIP_LEVEL[info.level],
    is_verified: true,
    avatar: '',
    message: '',
    fofacli_ver: '',
    fofa_server: true,
    remain_api_query: calls,
    remain_api_data: Math.min(calls * RECORDS_PER_CALL, ENDLESS),
    level: info.level,
    dialect: info.dialect,
    coins: info.coins,
    tagging: { daily_limit: 10_000, used_today: 0, running_task_id: null },
    search: { result_window: policy.resultWindow, price: policy.price },
    created_at: info.createdAt,
  }
}
