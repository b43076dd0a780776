// The harness of killed imports: a server receives records from an import command and is repeatedly killed at random moments. Used
// by a short test and by the long run in bench/.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateObservations, toRecord } from './generated/index.ts'
import { runCommand, startCommand, startServerProcess } from './command.ts'

/** The state after the last start. */
export interface KillReport {
  readonly kills: number
  /** Starts of the import command until it finished. */
  readonly commands: number
  readonly expected: number
  readonly total: number
  /** Distinct host and transport among all rows of an export; equal to `total` without duplicates. */
  readonly distinct: number
  readonly rows: number
}

/** Imports `count` records while the server is killed `kills` times after 50 to `longest` milliseconds. */
export async function killImports(
  directory: string,
  count: number,
  kills: number,
  longest: number,
): Promise<KillReport> {
  const file = join(directory, 'records.ndjson')
  const lines: string[] = []
  for (const observation of generateObservations({ seed: 7, count, now: Date.now() })) {
    lines.push(`${JSON.stringify(toRecord(observation))}\n`)
  }
  writeFileSync(file, lines.join(''))
  const data = join(directory, 'data')
  let killed = 0
  let commands = 0
  for (;;) {
    const { server } = await startServerProcess(data)
    const command = startCommand(['import', '--data', data, '--json', file])
    command.child.stdin?.end()
    commands++
    if (killed < kills) {
      const wait = new Promise<'wait'>((done) => setTimeout(() => done('wait'), 50 + Math.random() * longest))
      if ((await Promise.race([wait, command.finished])) === 'wait') killed++
      await server.kill()
      await command.finished
      continue
    }
    const finished = await command.finished
    if (finished.code !== 0) throw new Error(`the last import failed: ${finished.error}`)
    const report = await inspect(data)
    await server.kill()
    return { kills: killed, commands, expected: new Set(lines.map(identityOf)).size, ...report }
  }
}

function identityOf(line: string): string {
  const record = JSON.parse(line) as Record<string, string>
  return `${record['host']} ${record['base_protocol'] ?? 'tcp'}`
}

async function inspect(data: string): Promise<Pick<KillReport, 'total' | 'distinct' | 'rows'>> {
  const search = await runCommand(['search', 'port!="0"', '--data', data, '--full', '--size', '1', '--json'])
  const exported = await runCommand([
    'export',
    'port!="0"',
    '--data',
    data,
    '--full',
    '--fields',
    'host,base_protocol',
  ])
  const rows = exported.out.split('\n').filter((line) => line !== '')
  const { total } = JSON.parse(search.out) as { total: number }
  return { total, rows: rows.length, distinct: new Set(rows).size }
}
