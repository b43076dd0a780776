import { spawn } from 'node:child_process'
import { desktop } from '../../config/index.ts'

/** Shows an address in the user's browser, where there is a desktop to show it on. */
export function openBrowser(address: string): void {
  const command = { macos: 'open', wsl: 'wslview', linux: 'xdg-open', none: undefined }[desktop()]
  if (command === undefined) return
  // The address is printed too, so a missing command is not a failure.
  const child = spawn(command, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
