// The files of the page (`dist/web`, built from `web/`) and the headers under which browsers may run them.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify'

/** Addresses that the page itself handles; each returns the same document. */
const PAGES = [
  '/',
  '/result',
  '/hosts/*',
  '/sign-in',
  '/sign-in/openid',
  '/register',
  '/password',
  '/open',
  '/account',
  '/tagging',
  '/tagging/*',
  '/import',
  '/import/*',
  '/administration',
  '/administration/*',
  '/help',
  '/help/*',
  '/docs',
] as const

const DIRECTORY = resolve(import.meta.dirname, '../../../dist/web')

// Inline styles are allowed because the editor creates some; inline scripts are not.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const

/** Serves the page if it has been built, and otherwise says how to build it. */
export async function serveApplication(
  app: FastifyInstance,
  directory = DIRECTORY,
  guard: Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'> = {},
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    // The build has compressed them at the highest level.
    preCompressed: true,
    index: false,
    // The name of an asset contains a hash of its content.
    cacheControl: false,
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  })
  for (const url of PAGES) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      ...guard,
      handler: async (_, reply) => sendApplication(reply, directory, url === '/docs' ? REFERENCE : ''),
    })
  }
}

/** The document of the page, read again for every request: a new build under a running server names other assets. */
export async function sendApplication(
  reply: FastifyReply,
  directory = DIRECTORY,
  content = '',
): Promise<FastifyReply> {
  const document = (await readDocument(directory)) ?? REMEDY
  reply.headers(HEADERS).type('text/html; charset=utf-8')
  return reply.send(document.replace(ROOT, `${ROOT}${content}`))
}

/** Where the page renders; its initial content is for programs without scripts. */
const ROOT = '<div id="page">'

const REFERENCE = `<h1>Periplus: HTTP API</h1>
<p>The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>`

async function readDocument(directory: string): Promise<string | undefined> {
  try {
    return await readFile(join(directory, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const REMEDY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Periplus</title>
<h1>Periplus</h1>
<p>The page has not been built. <code>npm run build</code> builds it; after that this address has it.</p>
<div id="page"></div>
<p><a href="/openapi.json">The API for programs (OpenAPI 3.1)</a></p>
</html>
`
