// ZooKeeper on loopback for a test file, from Debian's package: what ClickHouse's servers coordinate themselves by.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where Debian's package has the server. */
const PROGRAM = '/usr/share/java/zookeeper.jar'
const MAIN = 'org.apache.zookeeper.server.quorum.QuorumPeerMain'

/** Why tests with ZooKeeper are skipped; undefined when they run. */
export const NO_ZOOKEEPER =
  existsSync(PROGRAM) && hasJava() ? undefined : 'no ZooKeeper is installed here (Debian: zookeeper)'

function hasJava(): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, 'java'), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A running server. */
export interface Zookeeper {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Starts a server that keeps its data in a directory of its own. */
export async function startZookeeper(port: number): Promise<Zookeeper> {
  if (NO_ZOOKEEPER !== undefined) throw new Error(NO_ZOOKEEPER)
  const directory = mkdtempSync(join(tmpdir(), 'periplus-zookeeper-'))
  const settings = {
    ...{ dataDir: directory, clientPort: port, clientPortAddress: '127.0.0.1', tickTime: 2000 },
    ...{ 'admin.enableServer': false, '4lw.commands.whitelist': 'ruok' },
  }
  const file = join(directory, 'zoo.cfg')
  writeFileSync(
    file,
    Object.entries(settings)
      .map((setting) => setting.join('='))
      .join('\n'),
  )
  const child = spawn('java', ['-Xmx128m', '-cp', PROGRAM, MAIN, file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(100)) {
    if (child.exitCode !== null) break
    if ((await askWhether(port)) === 'imok') return { port, stop }
  }
  await stop()
  throw new Error('ZooKeeper does not answer')
}

async function askWhether(port: number): Promise<string | undefined> {
  const socket = createConnection(port, '127.0.0.1')
  // It may take a connection before it answers any.
  socket.setTimeout(1000, () => socket.destroy(new Error('no answer')))
  socket.end('ruok')
  return text(socket).catch(() => undefined)
}
