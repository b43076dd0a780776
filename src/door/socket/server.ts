// The Unix socket through which the commands reach a data directory that a server owns (mode 0600: whoever may open it is
// the operator). Plain HTTP with JSON bodies; its only client is `connectOperator` of the same version.
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import type { Asset } from '../../asset/index.ts'
import { isAppError } from '../../error/index.ts'
import type { FeedContent, FeedInput, Feeds } from '../../service/feed/index.ts'
import { frameOf, LAST_FRAME } from './frame.ts'
import { jsonLine } from './json-line.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { AddressLine } from '../../service/tag/index.ts'

/** Largest request other than a batch of records, in bytes. */
const MOST_BYTES = 1024 * 1024
/** Largest list of lines to tag. */
const MOST_LINES_BYTES = 64 * MOST_BYTES

/** The listening socket. */
export interface OperatorSocket {
  /** Ends every command that still runs over it. */
  readonly close: () => Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves the operator's use cases on the socket until it is closed. The stale socket of a killed server is replaced. */
export async function serveOperator(operator: Operator, feeds: Feeds, path: string): Promise<OperatorSocket> {
  const routes = { ...handlers(operator), ...feedHandlers(feeds) }
  const server = createServer((request, response) => {
    const handler = routes[request.url ?? '']
    const answer =
      handler === undefined
        ? fail(response, new Error(`no route ${request.url}`))
        : handler(request, response)
    answer.catch((error: unknown) => fail(response, error))
  })
  server.requestTimeout = 0
  rmSync(path, { force: true })
  // Closed to others from its first moment, not only after chmod.
  const before = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
    chmodSync(path, 0o600)
  } finally {
    process.umask(before)
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A route whose request and answer are one JSON text each. */
function json<Body>(run: (body: Body) => Promise<unknown>, limit = MOST_BYTES): Handler {
  return async (request, response) => {
    const body = JSON.parse(await readText(request, limit)) as Body
    const answer = JSON.stringify((await run(body)) ?? null)
    response.setHeader('content-type', 'application/json').end(answer)
  }
}

function feedHandlers(feeds: Feeds): Readonly<Record<string, Handler>> {
  interface Named {
    readonly name: string
  }
  return {
    '/feed/list': json(() => feeds.list()),
    '/feed/show': json(({ name }: Named) => feeds.show(name)),
    '/feed/add': json((input: FeedInput) => feeds.add(input)),
    '/feed/update': json(({ name, content }: { name?: string; content?: FeedContent }) =>
      feeds.update(name, content),
    ),
    '/feed/remove': json(({ name }: Named) => feeds.remove(name)),
    '/feed/pin': json(({ name, version }: Named & { version?: string }) => feeds.pin(name, version)),
  }
}

function handlers(operator: Operator): Readonly<Record<string, Handler>> {
  return {
    '/search': json(operator.search),
    '/facets': json(operator.facets),
    '/host': json(({ name, most }: { readonly name: string; readonly most: number }) =>
      operator.host(name, most),
    ),
    '/count': json(operator.count),
    '/remove': json(operator.remove),
    '/info': json(() => operator.info()),
    '/examine': json(({ thorough }: { thorough: boolean }) => operator.examine(thorough)),
    '/tag': json((lines: readonly AddressLine[]) => operator.tag(lines), MOST_LINES_BYTES),
    '/flush': json(() => operator.flush()),
    // The first line of the answer comes when the batch is taken in, the second when it is durable.
    '/append': async (request, response) => {
      const batch: Asset[] = []
      for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (line !== '') batch.push(JSON.parse(line) as Asset)
      }
      const { durable } = await operator.append(batch)
      response.write(jsonLine({ appended: true }))
      response.end(jsonLine(await durable))
    },
    '/export': async (request, response) => {
      const pieces = operator.export(JSON.parse(await readText(request, MOST_BYTES)) as never)
      for await (const piece of pieces) {
        if (response.destroyed) return
        const room = response.write(jsonLine(piece))
        if (!room && !response.destroyed) await roomAgain(response)
      }
      response.end('{"finished":true}\n')
    },
    '/dump': async (_, response) => {
      for await (const piece of operator.dump()) {
        if (response.destroyed) return
        const room = response.write(frameOf(piece))
        if (!room && !response.destroyed) await roomAgain(response)
      }
      response.end(LAST_FRAME)
    },
  }
}

/** Resolves when the other side has taken what was written, or has gone. */
async function roomAgain(response: ServerResponse): Promise<void> {
  const left = new AbortController()
  const { signal } = left
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  } finally {
    left.abort()
  }
}

async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > limit) throw new Error('the request is longer than an operator’s request can be')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

async function fail(response: ServerResponse, error: unknown): Promise<void> {
  const known = isAppError(error)
  const body = known
    ? { code: error.code, message: error.message, place: error.place }
    : { message: error instanceof Error ? error.message : String(error) }
  if (response.headersSent) response.end(jsonLine({ failed: body }))
  else response.writeHead(known ? 400 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
