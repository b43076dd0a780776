// Starts the user's browser. Other users of the machine see arguments of commands, so that the secret address is in a file of mode 0600.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { desktop } from '../../config/index.ts'

/** Shows an address in the user's browser, where there is a desktop to show it on. `file` is created and leads to the address. */
export function openBrowser(address: string, file: string): void {
  const command = { macos: 'open', wsl: 'wslview', linux: 'xdg-open', none: undefined }[desktop()]
  if (command === undefined) return
  writeFileSync(file, redirectTo(address), { mode: 0o600, flag: 'wx' })
  // The address is printed too, so a missing command is not a failure.
  const child = spawn(command, [file], { stdio: 'ignore', detached: true })
  child.on('error', () => rmSync(file, { force: true }))
  child.unref()
}

/** A page that leads to an address, which holds no character with a meaning in HTML. */
function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Periplus</title>
<a href="${address}">Open Periplus</a>
</html>
`
}
