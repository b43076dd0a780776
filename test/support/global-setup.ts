// Before the tests that start the program: bundle and page are built where their sources changed.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PROGRAM_VARIABLE } from './main-program.ts'
import { CLUSTERS_VARIABLE } from './postgres.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Builds what is missing and hands the program's path to the test files, with a directory for what several of them need. */
export function setup(): () => void {
  const program = execFileSync('sh', ['bin/setup'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  process.env[PROGRAM_VARIABLE] = program.toString().trim()
  const clusters = mkdtempSync(join(tmpdir(), 'periplus-clusters-'))
  // As root, PostgreSQL's own user reads it.
  chmodSync(clusters, 0o755)
  process.env[CLUSTERS_VARIABLE] = clusters
  return () => rmSync(clusters, { recursive: true, force: true })
}
