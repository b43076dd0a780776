import type { FastifyInstance } from 'fastify'
import type { ApiText } from '../page/api-text.ts'
import { html } from '../page/html.ts'
import { page, sendPage } from '../page/page.ts'
import { referencePage } from '../page/reference.ts'

/** What people see when they open the address of the server in a browser. */
export function pageRoutes(app: FastifyInstance): void {
  let reference: string | undefined
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    handler: async (_, reply) => sendPage(reply, ROOT),
  })
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

const ROOT = page(
  'Periplus',
  html`<h1>Periplus</h1>
<p>Search over internet-facing assets, and bulk tagging of addresses.</p>
<ul>
<li><a href="/docs">How to call this server</a></li>
<li><a href="/openapi.json">The same for programs (OpenAPI 3.1)</a></li>
<li><a href="/readyz">Whether it is ready</a></li>
</ul>`,
)
