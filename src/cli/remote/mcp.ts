// A model's messages passed on to the server elsewhere, whose limits, prices and audit then count.
import type { Handle, Outgoing } from '../../mcp/index.ts'
import { protocolError } from '../../mcp/index.ts'
import type { Access } from './access.ts'
import { inWords, transportTo } from './client.ts'

/** Answers messages with what the server answers. */
export function relayTo(access: Access): Handle {
  const transport = transportTo(access)
  const pair = Buffer.from(`${access.email}:${access.key}`).toString('base64')
  const headers = {
    authorization: `Basic ${pair}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return async (message, signal) => {
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message })
      const answer = await transport.fetch('/mcp', { method: 'POST', body, headers }, { signal })
      const text = await answer.text()
      if (message.id === undefined) return undefined
      return outgoingOf(text) ?? refused(message.id, text, answer.status)
    } catch (error) {
      signal.throwIfAborted()
      if (message.id === undefined) return undefined
      const told = inWords(access, error)
      return protocolError(message.id, 'internal', told instanceof Error ? told.message : String(told))
    }
  }
}

function outgoingOf(text: string): Outgoing | undefined {
  const value = parse(text)
  return value !== undefined && 'jsonrpc' in value ? (value as Outgoing) : undefined
}

function refused(id: string | number, text: string, status: number): Outgoing {
  const body = parse(text)
  const told =
    body !== undefined && 'errmsg' in body ? String(body.errmsg) : `the server answers with status ${status}`
  return protocolError(id, 'internal', told)
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
