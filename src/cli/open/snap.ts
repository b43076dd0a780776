// Browsers of snap packages (snapcraft.io, interface `home`) cannot read the temporary directory, only folders like this one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const DESKTOP_ENTRY = /^([a-z0-9][a-z0-9-]{0,39})_[\w.-]{1,80}\.desktop$/

/** The folder of the snap package that a desktop entry belongs to, such as `firefox_firefox.desktop`; undefined for other packages. */
export function snapFolder(home: string, desktopEntry: string): string | undefined {
  const [, name = ''] = DESKTOP_ENTRY.exec(desktopEntry.trim()) ?? []
  const folder = join(home, 'snap', name, 'common')
  return name !== '' && existsSync(folder) ? folder : undefined
}

/** The desktop entry of the default browser; empty where the desktop does not say. */
export function defaultBrowser(): string {
  const asked = spawnSync('xdg-settings', ['get', 'default-web-browser'], { encoding: 'utf8', timeout: 2000 })
  return asked.error === undefined ? asked.stdout : ''
}
