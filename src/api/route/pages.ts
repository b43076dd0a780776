import type { FastifyInstance } from 'fastify'
import type { ApiText } from '../page/api-text.ts'
import { sendPage } from '../page/page.ts'
import { referencePage } from '../page/reference.ts'

/** The page that explains the API. */
export function pageRoutes(app: FastifyInstance): void {
  let reference: string | undefined
  app.route({
    method: ['GET', 'HEAD'],
    url: '/docs',
    schema: { hide: true },
    handler: async (_, reply) => {
      // The description is JSON by its nature; the page reads the parts it knows and tolerates the absence of any.
      reference ??= referencePage(app.swagger() as unknown as ApiText)
      return sendPage(reply, reference)
    },
  })
}
