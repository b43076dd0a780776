// Relays a model's messages to a remote server, whose limits, prices and audit apply.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { Access } from './access.ts'
import { clientOf, worded } from './client.ts'

/** Answers messages with the server's answers. */
export function relayTo(access: Access): {
  readonly connect: (lines: Transport) => Promise<void>
  readonly close: () => Promise<void>
} {
  const there = new StreamableHTTPClientTransport(new URL(`${access.url}/mcp`), {
    requestInit: { headers: { authorization: `Basic ${basicOf(access)}` } },
    // Refuses redirects, which would send the key elsewhere.
    fetch: (_, init = {}) =>
      clientOf(access).transport.fetch('/mcp', init, { signal: init.signal ?? undefined }),
  })
  return {
    connect: async (lines) => {
      there.onmessage = (message) => void lines.send(message)
      const watched = lines.onmessage
      lines.onmessage = (message, extra) => {
        watched?.(message, extra)
        there.send(message).catch((error: unknown) => {
          if ('id' in message && message.id !== undefined)
            void lines.send(failureOf(access, message.id, error))
        })
      }
      await there.start()
      await lines.start()
    },
    close: () => there.close(),
  }
}

const basicOf = ({ email, key }: Access): string => Buffer.from(`${email}:${key}`).toString('base64')

function failureOf(access: Access, id: string | number, error: unknown): JSONRPCMessage {
  const shown = worded(access, error)
  const text = shown instanceof Error ? shown.message : String(shown)
  return { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: text } }
}
