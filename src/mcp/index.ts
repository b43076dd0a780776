// The Model Context Protocol: what models may ask, as tools over the same use cases as everything else. Read only, short, and with
// everything from records as data. Knows neither HTTP nor standard input.

export { type Asked, type Backend, type Found, type Limits, MOST_SERVICES, type Tagged } from './backend.ts'
export { limitsOf } from './limits.ts'
export { serveLines } from './lines.ts'
export { type Incoming, type Outgoing, protocolError, type ReadMessages, readMessages } from './message.ts'
export { operatorBackend } from './operator-backend.ts'
export { createMcpServer, type Handle, type McpOptions, PROTOCOL_VERSIONS } from './server.ts'
