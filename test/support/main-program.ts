// The program that tests start as a process.
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** The name under which the run of the tests hands it to the test files. */
export const PROGRAM_VARIABLE = 'PERIPLUS_TEST_PROGRAM'

/** The path of the program: the bundle of the sources as they are, which starts in a fraction of their time, or else the sources. */
export const MAIN_PROGRAM = join(ROOT, process.env[PROGRAM_VARIABLE] ?? 'src/main.ts')
