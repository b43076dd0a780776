import type { FastifyInstance } from 'fastify'

/** The pages people see when they open the address of the server in a browser. */
export function pageRoutes(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    handler: async (_, reply) => reply.type('text/html; charset=utf-8').send(ROOT),
  })
}

const ROOT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Periplus</title>
<h1>Periplus</h1>
<p>Search over internet-facing assets. This server answers programs:</p>
<ul>
<li><a href="/docs">How to call it</a></li>
<li><a href="/openapi.json">The same for programs, as OpenAPI 3.1</a></li>
<li><a href="/healthz">Whether it lives</a>, <a href="/readyz">whether it is ready</a></li>
</ul>
</html>
`
