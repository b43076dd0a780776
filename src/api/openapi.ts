import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { baseUrl } from './base-url.ts'

/** Describes every route registered after it; `/openapi.json` serves the description. `setting` is `http.baseUrl`. */
export async function describeRoutes(app: FastifyInstance, version: string, setting: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Periplus',
        version,
        description:
          'Search over internet-facing assets and bulk tagging of addresses. Every call carries `email` and `key`. ' +
          'Every failure is `{"error": true, "errmsg": "…"}`; documented failures answer 200 unless the server is set to `http.errorStatus: "standard"`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'search', description: 'Records by query' },
        { name: 'tagging', description: 'Tags of addresses, and lists of them' },
        { name: 'account', description: 'The calling account' },
        { name: 'administration', description: 'For administrators' },
        { name: 'operation', description: 'For those who run the server' },
      ],
    },
  })
  app.get('/openapi.json', {
    schema: { hide: true },
    handler: async (request, reply) => {
      const description = { ...app.swagger(), servers: [{ url: baseUrl(request, setting) }] }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(description, null, 2))
    },
  })
}
