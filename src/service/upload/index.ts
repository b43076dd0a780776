// Imports over the network: a file is stored in the data directory, and a task imports it that outlives the connection and the
// process. Knows accounts and imports; nothing of HTTP, and nothing of how jobs run.

export type { UploadInput, UploadJob, Uploads } from './types.ts'
export { receiveFile } from './receive.ts'
export { createUploads } from './uploads.ts'
