// Before the tests that start the program: bundle and page are built where their sources changed.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { PROGRAM_VARIABLE } from './main-program.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Builds what is missing and hands the program's path to the test files. */
export function setup(): void {
  const program = execFileSync('sh', ['bin/setup'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  process.env[PROGRAM_VARIABLE] = program.toString().trim()
}
