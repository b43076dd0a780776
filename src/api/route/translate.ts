import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { LANGUAGE_NAMES, understand } from '../../translate/index.ts'
import { readChoice } from '../param/read.ts'
import { readQueryText } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { ErrorBody } from '../schema/error.ts'
import { TranslateAnswer, type TranslateBody, TranslateParameters } from '../schema/translate.ts'

/** `POST /api/v1/translate`: a query of another search engine in our language. Costs nothing. */
export function translateRoute(app: FastifyInstance, admit: Admit): void {
  app.post('/api/v1/translate', {
    schema: {
      tags: ['search'],
      operationId: 'translate',
      summary: 'Translate a query of another search engine',
      description:
        'Takes queries of Shodan, Censys, ZoomEye, Quake and Hunter. What has no counterpart is left out, and a note says so. Costs nothing.',
      consumes: ['application/x-www-form-urlencoded'],
      body: TranslateParameters,
      response: {
        200: Type.Union([TranslateAnswer, ErrorBody], {
          description: 'The translation, or why there is none.',
        }),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<TranslateBody> => {
      await admit(request, reply)
      const parameter = parametersOf(request)
      const { from, query, notes } = understand(
        readQueryText(parameter),
        readChoice(parameter, 'from', LANGUAGE_NAMES),
      )
      return { error: false, from, query, notes: [...notes] }
    },
  })
}
