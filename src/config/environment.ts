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

/** Whether this process may show a browser to its user, and how. */
type Desktop = 'macos' | 'wsl' | 'linux' | 'none'

/** The desktop of the user; none over SSH. */
export function desktop(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Desktop {
  if (environment.SSH_CONNECTION) return 'none'
  if (platform === 'darwin') return 'macos'
  if (environment.WSL_DISTRO_NAME) return 'wsl'
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? 'linux' : 'none'
}
