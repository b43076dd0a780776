import { SETTING_NAMES, variableOf } from './table.ts'

/** Threads of libuv's pool in this process: the number in the environment, else libuv's own default. */
export function threadPoolSize(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const said = Number(environment.UV_THREADPOOL_SIZE)
  return Number.isInteger(said) && said > 0 ? Math.min(said, 1024) : 4
}

/** Names of variables that look like settings but are not. */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const known = new Set(SETTING_NAMES.map(variableOf))
  return Object.keys(environment)
    .filter((name) => name.startsWith('PERIPLUS_') && !known.has(name))
    .sort()
}
