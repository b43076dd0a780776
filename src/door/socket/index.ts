// The operator's socket, both ends. Knows the operator's use cases and HTTP over a Unix socket; no accounts, no routes of the API.

export { connectFeeds, connectOperator } from './client.ts'
export { serveOperator } from './server.ts'
