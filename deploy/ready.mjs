// Whether the server of this container answers calls: exit code 0 or 1, for HEALTHCHECK.
const port = process.env.PERIPLUS_HTTP_PORT ?? '8420'
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
