// JSON-RPC 2.0 as the Model Context Protocol uses it (https://modelcontextprotocol.io/specification/2025-11-25/basic).

/** Names a request; absent from notifications. */
export type RequestId = string | number

/** A request or, without an id, a notification. */
export interface Incoming {
  readonly id?: RequestId
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An answer. */
export type Outgoing =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: object }
  | {
      readonly jsonrpc: '2.0'
      readonly id: RequestId | null
      readonly error: { readonly code: number; readonly message: string }
    }

/** Codes of JSON-RPC (https://www.jsonrpc.org/specification#error_object). */
export const CODES = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const

/** An answer that is a failure of the protocol, not of a tool. */
export function protocolError(id: RequestId | null, code: keyof typeof CODES, message: string): Outgoing {
  return { jsonrpc: '2.0', id, error: { code: CODES[code], message } }
}

/** What a text holds: messages, answers of the other side (which nobody asked for here) as undefined, or a failure. */
export type ReadMessages =
  | { readonly messages: readonly (Incoming | Outgoing | undefined)[]; readonly batch: boolean }
  | { readonly failure: Outgoing }

/** Messages of one batch at most. */
const MOST_MESSAGES = 50

/** Reads one message, or the batch that protocol version 2025-03-26 knows. */
export function readMessages(text: string): ReadMessages {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { failure: protocolError(null, 'parse', 'the message is no JSON') }
  }
  if (!Array.isArray(value)) return { messages: [readMessage(value)], batch: false }
  if (value.length === 0 || value.length > MOST_MESSAGES) {
    return { failure: protocolError(null, 'request', `a batch holds 1 to ${MOST_MESSAGES} messages`) }
  }
  return { messages: value.map(readMessage), batch: true }
}

function readMessage(value: unknown): Incoming | Outgoing | undefined {
  if (!isObject(value) || value['jsonrpc'] !== '2.0')
    return protocolError(null, 'request', 'this is no JSON-RPC 2.0')
  const { id, method, params = {} } = value
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined
  if (method === undefined && ('result' in value || 'error' in value)) return undefined
  if (typeof method !== 'string' || !isObject(params) || (id !== undefined && known === undefined)) {
    return protocolError(
      known ?? null,
      'request',
      'a request has a `method`, an `id` and an object of `params`',
    )
  }
  return { ...(known !== undefined && { id: known }), method, params }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
