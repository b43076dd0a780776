// The Model Context Protocol over lines, for `periplus mcp`.

export { serveLines } from './lines.ts'
export { operatorServices } from './operator-services.ts'
export { createModelServer } from './server.ts'
