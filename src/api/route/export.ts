import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../service/account/index.ts'
import type { ExportJob, RowFormat } from '../../service/export/index.ts'
import { baseUrl } from '../base-url.ts'
import type { ApiContext } from '../context.ts'
import { describeExport } from '../export-body.ts'
import { sendFile } from '../file-answer.ts'
import { readExport } from '../param/export.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import {
  ExportAnswer,
  type ExportBody,
  ExportParameters,
  ExportsAnswer,
  JobAddress,
} from '../schema/export.ts'

const TYPES: Readonly<Record<RowFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** `POST` and `GET /api/v1/export`, `GET /api/v1/export/{id}`, and the download of what they give out. */
export function exportRoutes(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  app.post('/api/v1/export', {
    schema: {
      tags: ['search'],
      operationId: 'export',
      summary: 'Begin an export',
      description:
        'Every record that matches, of any depth, becomes one file. One export of an account runs at a time; the same call again tells about the one that runs.',
      consumes: ['application/x-www-form-urlencoded'],
      body: ExportParameters,
      response: answers(ExportAnswer, 'The export, or why there is none.'),
    },
    handler: (request, reply) => begin(context, admit, request, reply),
  })
  app.get('/api/v1/export', {
    schema: {
      tags: ['search'],
      operationId: 'exports',
      summary: 'The exports of the calling account',
      querystring: Type.Object(credentials),
      response: answers(ExportsAnswer, 'The latest 100, newest first.'),
    },
    handler: async (request, reply) => {
      const jobs = await context.services().exports.list(await admit(request, reply))
      return { error: false, exports: jobs.map((job) => bodyOf(context, request, job)) }
    },
  })
  app.get<{ Params: { id: string } }>('/api/v1/export/:id', {
    schema: {
      tags: ['search'],
      operationId: 'exportInfo',
      summary: 'State of an export',
      params: JobAddress,
      querystring: Type.Object(credentials),
      response: answers(ExportAnswer, 'The export, or why it is not told.'),
    },
    handler: async (request, reply) => {
      const job = await context.services().exports.info(await admit(request, reply), request.params.id)
      return { error: false, ...bodyOf(context, request, job) }
    },
  })
  downloadRoute(app, context)
}

function answers(body: Parameters<typeof Type.Union>[0][number], description: string) {
  return { 200: Type.Union([body, ErrorBody], { description }) }
}

async function begin(context: ApiContext, admit: Admit, request: FastifyRequest, reply: FastifyReply) {
  const caller = await admit(request, reply)
  const asked = readExport(parametersOf(request))
  const actor = actorOf(caller, request.ip)
  const job = await underCall(request, reply, context, (signal) =>
    context.services().exports.submit(caller, actor, asked, signal),
  )
  return { error: false, ...bodyOf(context, request, job) }
}

function downloadRoute(app: FastifyInstance, context: ApiContext): void {
  app.route<{ Querystring: Readonly<Record<string, string>> }>({
    method: ['GET', 'HEAD'],
    url: '/file_downloads/export',
    // A range counts the bytes of the file as it stands.
    compress: false,
    schema: {
      tags: ['search'],
      operationId: 'downloadExport',
      summary: 'The file of an export',
      description:
        'The address in `download_url`; needs no credentials. A range of bytes may be asked for, so that a broken download goes on.',
      querystring: Type.Object({ filename: Type.String() }),
      response: {
        200: Type.String({ description: 'The file, or with status 206 the range of it.' }),
        404: ErrorBody,
      },
    },
    handler: async (request, reply) => {
      const file = await context.services().exports.open(request.query['filename'] ?? '')
      return sendFile(request, reply, { ...file, type: TYPES[file.format] })
    },
  })
}

function bodyOf(context: ApiContext, request: FastifyRequest, job: ExportJob): ExportBody {
  return describeExport(job, baseUrl(request, context.config['http.baseUrl']))
}
