// How fast `periplus import` is beside the engine's own `INSERT … SELECT FROM file` of the same records, in one run:
//   node bench/import.ts [--count 1000000] [--keep DIRECTORY]
// The records are generated, imported by the real command into an empty data directory, written out as the engine's rows, and
// inserted by the engine alone into the same schema. Prints a table in Markdown.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Session } from 'chdb'
import { openEmbeddedStore } from '../src/store/index.ts'
import { run } from './support/command.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000000' }, keep: { type: 'string' } },
})
const count = Number(values.count)
const root = resolve(import.meta.dirname, '..')
const directory = values.keep ?? mkdtempSync(join(tmpdir(), 'periplus-bench-'))
mkdirSync(directory, { recursive: true })
const input = join(directory, 'records.ndjson')
const rows = join(directory, 'rows.ndjson')

/** Writes the imported records out as the engine's own rows. */
function writeRows(data: string): void {
  const session = new Session(join(data, 'records', 'engine'))
  session.query(`SELECT * FROM records INTO OUTFILE '${rows}' TRUNCATE FORMAT JSONEachRow`)
  session.close()
}

/** The engine alone: the same rows from a file into an empty table of the same schema. Seconds. */
async function insertByEngine(data: string): Promise<number> {
  const store = await openEmbeddedStore(data)
  await store.close()
  const session = new Session(join(data, 'engine'))
  const started = performance.now()
  session.query(`INSERT INTO records SELECT * FROM file('${rows}', JSONEachRow)`)
  const seconds = (performance.now() - started) / 1000
  const [inserted] = session.query('SELECT count() FROM records', 'CSV').split('\n')
  session.close()
  if (Number(inserted) !== count) throw new Error(`the engine inserted ${inserted} of ${count} rows`)
  return seconds
}

const generated = spawnSync(process.execPath, [
  join(root, 'bench/generate.ts'),
  '--count',
  String(count),
  '--out',
  input,
])
if (generated.status !== 0) throw new Error(generated.stderr.toString())
// What the command would install and build first is not part of an import.
await run('sh', [join(root, 'bin/setup')])
const imported = join(directory, 'imported')
const ours = await run('sh', [join(root, 'bin/periplus'), 'import', '--data', imported, input])
writeRows(imported)
const engine = await insertByEngine(join(directory, 'engine'))

const rate = (seconds: number): string => Math.round(count / seconds).toLocaleString('en-US')
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
console.log(
  `${count.toLocaleString('en-US')} records, ${Math.round(statSync(input).size / count)} bytes each · ${machine}\n`,
)
console.log('| | records/s | seconds | peak memory |\n|---|---|---|---|')
console.log(
  `| \`periplus import\` | ${rate(ours.seconds)} | ${ours.seconds.toFixed(1)} | ${Math.round(ours.peak / 2 ** 20)} MiB |`,
)
console.log(`| the engine’s own \`INSERT … SELECT FROM file\` | ${rate(engine)} | ${engine.toFixed(1)} | |`)
console.log(`| ratio | ${((100 * engine) / ours.seconds).toFixed(0)} % | | |`)
if (values.keep === undefined) rmSync(directory, { recursive: true, force: true })
