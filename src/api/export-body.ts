import type { ExportJob } from '../service/export/index.ts'
import { printTime } from '../util/index.ts'
import type { ExportBody } from './schema/export.ts'

/** An export as callers see it; addresses begin with `base`. */
export function describeExport(job: ExportJob, base: string): ExportBody {
  const { createdAt, file, reason, ...same } = job
  return {
    ...same,
    fields: [...same.fields],
    created_at: printTime(createdAt),
    ...(file !== undefined && {
      download_url: `${base}/file_downloads/export?filename=${file.name}`,
      expires_at: printTime(file.expiresAt),
    }),
    ...(reason !== undefined && { reason }),
  }
}
