import { type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from '../../config/index.ts'

/**
 * The log of a server: JSON lines on standard error. Requests are logged by route pattern only; fields with these names, which may
 * hold a credential or a query, are left out.
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
      // A URL may hold a key, so a request is never logged in full.
      serializers: { req: () => undefined, res: () => undefined },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    pino.destination({ dest: 2, sync: false }),
  )
}
