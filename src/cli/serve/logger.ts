import { type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from '../../config/index.ts'

/**
 * The log of a server: JSON lines on standard error. Requests are logged by route pattern only; whatever else may carry a
 * credential or a query under one of these names is left out.
 */
export function createLogger(level: Config['log.level']): Logger {
  const wanted = level === 'auto' ? (process.stderr.isTTY ? 'warn' : 'info') : level
  const secret = ['key', 'email', 'qbase64', 'query', 'password', 'cookie', 'authorization']
  return pino(
    {
      level: wanted,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // An address may hold a key, so no part of a request is ever logged whole.
      serializers: { req: () => undefined, res: () => undefined },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    pino.destination({ dest: 2, sync: false }),
  )
}
