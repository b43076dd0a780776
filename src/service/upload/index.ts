// Imports that arrive over the network: a file is taken into the data directory, and becomes records by a task that outlives
// the connection and the process. Knows accounts and imports; nothing of HTTP, and nothing of what runs the work.

export type { UploadInput, UploadJob, UploadRequest, Uploads, UploadsContext } from './types.ts'
export { receiveFile } from './receive.ts'
export { createUploads } from './uploads.ts'
