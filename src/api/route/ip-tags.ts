// IP tagging: submit a list, ask how far it is, look up one address, read the vocabulary.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import { actorOf } from '../../service/account/index.ts'
import { VOCABULARY } from '../../tag/index.ts'
import { baseUrl } from '../base-url.ts'
import type { ApiContext } from '../context.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { acceptUploads, readAddressFile } from '../plugin/upload.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import {
  LookUpAnswer,
  SubmitAnswer,
  TaggingInfoAnswer,
  type TaggingInfoBody,
  VocabularyAnswer,
} from '../schema/tag.ts'

const tags = ['tagging']

/** The routes under `/api/v1/ip_tags`. */
export async function ipTagsRoutes(app: FastifyInstance, context: ApiContext, admit: Admit): Promise<void> {
  await app.register(async (scope) => {
    await acceptUploads(scope)
    submitRoute(scope, context, admit)
  })
  infoRoute(app, context, admit)
  lookUpRoute(app, context, admit)
  vocabularyRoute(app, admit)
}

function submitRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  app.post('/api/v1/ip_tags', {
    config: { slow: true },
    schema: {
      tags,
      operationId: 'submitIpTags',
      summary: 'Submit a list of addresses',
      description:
        'A multipart/form-data body with one part `file`: a .txt file of at most 10000 lines, one IP address each. Blank lines and lines that begin with # do not count.',
      consumes: ['multipart/form-data'],
      querystring: Type.Object(credentials),
      response: {
        200: Type.Union([SubmitAnswer, ErrorBody], { description: 'The task, or why there is none.' }),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await admitUpload(request, reply, admit)
      const lines = await readAddressFile(request, context.config['tag.uploadLimit'])
      const id = await context.services().tagging.submit(caller, actorOf(caller, request.ip), lines)
      request.use = { account: caller.id, rows: lines.length, coins: 0 }
      return { error: false, task_id: id }
    },
  })
}

/** Admission; the upload of a caller who may not call is thrown away, so that the answer can be read. */
async function admitUpload(request: FastifyRequest, reply: FastifyReply, admit: Admit): ReturnType<Admit> {
  try {
    return await admit(request, reply)
  } catch (error) {
    request.raw.resume()
    throw error
  }
}

function infoRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  app.get('/api/v1/ip_tags/info', {
    schema: {
      tags,
      operationId: 'ipTagsInfo',
      summary: 'How far a tagging task is',
      querystring: Type.Object({ ...credentials, task_id: Type.String() }),
      response: {
        200: Type.Union([TaggingInfoAnswer, ErrorBody], { description: 'State and progress.' }),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<TaggingInfoBody> => {
      const caller = await admit(request, reply)
      const id = parametersOf(request)('task_id') ?? ''
      const { filename, ...info } = await context.services().tagging.info(caller, id)
      if (filename === undefined) return { error: false, ...info }
      const base = baseUrl(request, context.config['http.baseUrl'])
      return { error: false, ...info, download_url: `${base}/file_downloads/ip_tags?filename=${filename}` }
    },
  })
}

function lookUpRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  app.get('/api/v1/ip_tags/lookup', {
    schema: {
      tags,
      operationId: 'ipTagsLookup',
      summary: 'The tags of one address',
      description: 'Counts as one line of the day.',
      querystring: Type.Object({
        ...credentials,
        ip: Type.String({ description: 'An IPv4 or IPv6 address.' }),
      }),
      response: { 200: Type.Union([LookUpAnswer, ErrorBody], { description: 'The entry, or why not.' }) },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await admit(request, reply)
      const ip = parametersOf(request)('ip')
      if (ip === undefined) throw new AppError('params', '[-4] Params Error: the parameter `ip` is missing')
      const found = await context.services().tagging.lookUp(caller, ip)
      request.use = { account: caller.id, rows: 1, coins: 0 }
      return { error: false, ...found }
    },
  })
}

const vocabulary = JSON.stringify({ error: false, vocabulary: VOCABULARY })

function vocabularyRoute(app: FastifyInstance, admit: Admit): void {
  app.get('/api/v1/ip_tags/vocabulary', {
    schema: {
      tags,
      operationId: 'ipTagsVocabulary',
      summary: 'The tags there are, and what they mean',
      querystring: Type.Object(credentials),
      response: { 200: Type.Union([VocabularyAnswer, ErrorBody], { description: 'The table of tags.' }) },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      await admit(request, reply)
      return reply.type('application/json; charset=utf-8').send(vocabulary)
    },
  })
}
