// Makes the small data directory of one schema version that upgrades are tested with for ever: twenty records and an account.
//   node scripts/schema-fixture.ts [--main PATH_OF_main.ts]
// Run it before the schema changes. With `--main` an earlier checkout writes it. The file is named by the versions of both schemas:
// test/fixtures/data/state<N>-records<M>.tar.gz.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { main: { type: 'string', default: join(root, 'src/main.ts') } } })
const directory = mkdtempSync(join(tmpdir(), 'periplus-fixture-'))
const data = join(directory, 'data')
const RECORDS = 20

function run(...args: readonly string[]): string {
  const command = ['--disable-warning=ExperimentalWarning', values.main, ...args, '--data', data]
  return execFileSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
  })
}

/** Records that we made: every second one with a page, so that long fields and hashes are there. */
function records(): string {
  return Array.from({ length: RECORDS }, (_, index) => {
    const page =
      index % 2 === 0
        ? { title: `Page ${index}`, header: 'HTTP/1.1 200 OK\r\nServer: sample', body: `<h1>${index}</h1>` }
        : {}
    const record = {
      host: `https://h${index}.example.com`,
      ip: `192.0.2.${index + 1}`,
      port: 443,
      protocol: 'https',
      ...page,
    }
    return `${JSON.stringify({ ...record, lastupdatetime: '2026-01-02 03:04:05' })}\n`
  }).join('')
}

function stateVersion(): number {
  const database = new DatabaseSync(join(data, 'state.sqlite'))
  const row = database.prepare('select max(version) as version from schema_version').get()
  // All of it into the one file.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  return Number(row?.['version'])
}

function recordsVersion(): number {
  const text = readFileSync(join(data, 'records/schema.json'), 'utf8')
  const { version } = JSON.parse(text) as { readonly version: number }
  return version
}

const account = JSON.parse(
  run('account', 'create', '--email', 'ada@example.com', '--level', 'member', '--coins', '7', '--json'),
) as {
  readonly email: string
  readonly key: string
}
const scan = join(directory, 'records.ndjson')
writeFileSync(scan, records())
run('import', scan)
const expected = { records: RECORDS, coins: 7, email: account.email, key: account.key }
writeFileSync(join(data, 'expected.json'), JSON.stringify(expected))
const target = join(root, 'test/fixtures/data')
mkdirSync(target, { recursive: true })
const file = join(target, `state${stateVersion()}-records${recordsVersion()}.tar.gz`)
execFileSync('tar', ['--owner=0', '--group=0', '--exclude=./feeds', '-C', data, '-czf', file, '.'])
rmSync(directory, { recursive: true })
console.log(file)
