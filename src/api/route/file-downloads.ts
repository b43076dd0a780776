// Results by the names they were issued under: whoever has the address has the file, and nobody can guess one.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import { MEDIA_TYPES, RESULT_FORMATS, type ResultFormat, writeLines } from '../../service/tag/index.ts'
import type { ApiContext } from '../context.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { ErrorBody } from '../schema/error.ts'
import { TagResult } from '../schema/tag-entry.ts'

/** `GET /file_downloads/ip_tags`. */
export function fileDownloadsRoute(app: FastifyInstance, context: ApiContext): void {
  app.get('/file_downloads/ip_tags', {
    schema: {
      tags: ['tagging'],
      operationId: 'downloadIpTags',
      summary: 'The result of a tagging task',
      description: 'The address in `download_url`; needs no credentials.',
      querystring: Type.Object({
        filename: Type.String(),
        format: Type.Optional(
          Type.Union(
            RESULT_FORMATS.map((format) => Type.Literal(format)),
            { default: 'json' },
          ),
        ),
      }),
      response: {
        200: TagResult,
        404: ErrorBody,
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const parameter = parametersOf(request)
      const lines = await context.services().tagging.open(parameter('filename') ?? '')
      const format = readFormat(parameter('format'))
      const name = `ip-tags-${(parameter('filename') ?? '').split('-')[0]}.${format}`
      return reply
        .type(MEDIA_TYPES[format])
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(Readable.from(writeLines(format, lines), { objectMode: false }))
    },
  })
}

function readFormat(text: string | undefined): ResultFormat {
  if (text === undefined || text === '') return 'json'
  const format = RESULT_FORMATS.find((known) => known === text.toLowerCase())
  if (format !== undefined) return format
  throw new AppError(
    'params',
    `[-4] Params Error: the format \`${text.slice(0, 40)}\` must be one of ${RESULT_FORMATS.join(', ')}`,
  )
}
