/** Threads of libuv's pool in this process: what the environment says, else libuv's own default. */
export function threadPoolSize(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const said = Number(environment.UV_THREADPOOL_SIZE)
  return Number.isInteger(said) && said > 0 ? Math.min(said, 1024) : 4
}
