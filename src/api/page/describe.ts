import { pino } from 'pino'
import { readSettings } from '../../config/index.ts'
import { buildApi } from '../api.ts'
import { createMetrics } from '../metrics.ts'
import type { ApiText } from './api-text.ts'
import { apiPage } from './markdown.ts'

/** docs/http-api.md, whole. */
export async function describeApi(): Promise<string> {
  return apiPage(await apiDescription())
}

/** The description of the API, from the routes of a server with default settings that never starts. */
export async function apiDescription(): Promise<ApiText> {
  const app = await buildApi(
    {
      ...readSettings({ environment: {}, flags: { data: 'no-such-directory' } }),
      metrics: createMetrics(),
      phase: () => 'starting',
      services: () => {
        throw new Error('a description has no services')
      },
      shutdown: new AbortController().signal,
      now: Date.now,
    },
    pino({ level: 'silent' }),
    '0.0.0',
  )
  const description = app.swagger() as unknown as ApiText
  await app.close()
  return description
}
