// An https server of feeds on the loopback interface, and the connector that may reach it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type Connector, createConnector } from '../../src/service/feed/index.ts'
import { TEST_AUTHORITY, TEST_SERVER } from './tls.ts'

/** A running server; `answer` may be replaced at any time. */
export interface FeedServer {
  answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly requests: IncomingMessage[]
  readonly url: string
  readonly port: number
  /** Reaches this server, also as `feeds.example.com`; all other addresses are treated as usual. */
  readonly connector: Connector
  readonly close: () => Promise<void>
}

/** Starts a server. */
export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingMessage[] = []
  const server = createServer(TEST_SERVER, (request, response) => {
    requests.push(request)
    feed.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const feed: FeedServer = {
    answer: (_, response) => void response.end(),
    requests,
    port,
    url: `https://feeds.example.com:${port}`,
    connector: createConnector({
      permits: (ip) => ip === '127.0.0.1',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      authorities: TEST_AUTHORITY,
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return feed
}
