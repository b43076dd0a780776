// `periplus doctor` beside a server, without one, and on what is broken.
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { Processes } from '../support/serve.ts'

const processes = new Processes()
afterEach(() => processes.clean())

interface Finding {
  readonly check: string
  readonly level: string
  readonly text: string
  readonly remedy?: string
}

async function doctor(
  data: string,
  ...more: readonly string[]
): Promise<{ code: number | null; findings: Finding[] }> {
  const { code, out, error } = await runCommand(['doctor', '--data', data, '--json', ...more])
  if (out === '') throw new Error(error)
  return { code, findings: (JSON.parse(out) as { findings: Finding[] }).findings }
}

const levelOf = (findings: readonly Finding[], check: string) =>
  findings.filter((finding) => finding.check === check).map(({ level }) => level)

/** A data directory with records and an account. */
async function filled(): Promise<string> {
  const data = processes.newData()
  mkdirSync(data)
  const scan = join(data, '..', 'scan.ndjson')
  const line = (index: number) =>
    `{"host":"198.18.0.${index}:80","ip":"198.18.0.${index}","port":80,"title":"page ${index}"}`
  writeFileSync(scan, Array.from({ length: 200 }, (_, index) => line(index)).join('\n'))
  expect(await runCommand(['import', scan, '--data', data])).toMatchObject({ code: 0 })
  expect(
    await runCommand(['account', 'create', '--email', 'ada@example.com', '--admin', '--data', data]),
  ).toMatchObject({ code: 0 })
  chmodSync(data, 0o700)
  return data
}

it('finds the same things well with and without a server, each in one line', async () => {
  const data = await filled()
  writeFileSync(join(data, 'periplus.json'), '{"http.port": 0}', { mode: 0o600 })
  const alone = await doctor(data)
  expect(alone.findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(alone.code).toBe(0)
  expect(alone.findings.map(({ check }) => check)).toEqual([
    'settings',
    'disk',
    'directory',
    'records',
    'accounts',
    'secret',
    'feeds',
    'clock',
    'memory',
    'files',
    'threads',
    'port',
  ])
  for (const { level, text, remedy } of alone.findings) {
    expect(text).not.toContain('\n')
    expect(remedy === undefined).toBe(level === 'ok')
  }
  const server = await processes.serve(data, ['--no-demo'])
  writeFileSync(
    join(data, 'periplus.json'),
    JSON.stringify({ 'http.port': Number(new URL(server.url).port) }),
  )
  const beside = await doctor(data)
  expect(levelOf(beside.findings, 'port')).toEqual(['ok'])
  expect(beside.findings.find(({ check }) => check === 'records')?.text).toMatch(/^200 records/)
})

it('finds damaged records, open files, wrong settings and broken accounts', async () => {
  const data = await filled()
  damage(join(data, 'records', 'engine'))
  chmodSync(join(data, 'secret'), 0o644)
  const { code, findings } = await doctor(data)
  expect(code).toBe(1)
  expect(levelOf(findings, 'records')).toContain('error')
  expect(levelOf(findings, 'directory')).toEqual(['warning'])
  writeFileSync(join(data, 'state.sqlite'), 'no database at all, and long enough to be looked at')
  expect(levelOf((await doctor(data, '--quick')).findings, 'accounts')).toEqual(['error'])
  writeFileSync(join(data, 'periplus.json'), '{"http.prot": 1, "search.queue": -5}')
  expect(levelOf((await doctor(data)).findings, 'settings')).toEqual(['error', 'error'])
  expect(await doctor(join(data, 'none'))).toMatchObject({
    code: 1,
    findings: [{ check: 'directory', level: 'error' }],
  })
})

it('finds another secret and none, files of another user, unknown variables and a missing place of results', async () => {
  const data = await filled()
  const secret = join(data, 'secret')
  const text = readFileSync(secret, 'utf8')
  writeFileSync(secret, `${'0'.repeat(64)}\n`)
  const shown = async (...more: [string, string][]) => {
    const { out } = await runCommand(
      ['doctor', '--quick', '--data', data],
      undefined,
      Object.fromEntries(more),
    )
    return out
  }
  expect(await shown()).toMatch(/error +secret +it is not the one/)
  rmSync(secret)
  expect(await shown()).toMatch(/error +secret +it is missing/)
  const served = processes.run(['serve', '--data', data, '--port', '0', '--no-demo'])
  expect(await served.ended).toBe(1)
  expect(served.output()).toMatch(/periplus: the secret file .* is missing, and accounts were made with it/)
  expect((await runCommand(['account', 'list', '--data', data])).code).toBe(1)
  expect(existsSync(secret)).toBe(false)
  writeFileSync(secret, text, { mode: 0o600 })
  const results = join(data, '..', 'none')
  const out = await shown(['PERIPLUS_HTTP_PROT', '1'], ['PERIPLUS_TAG_RESULTS', results])
  expect(out).toMatch(/warning +settings +the environment variable PERIPLUS_HTTP_PROT is unknown/)
  expect(out).toMatch(/did you mean PERIPLUS_HTTP_PORT\?/)
  expect(out).toMatch(/error +settings +the directory .*none of tag.results does not exist/)
  expect(out).toMatch(/ok +secret/)
  if (process.getuid?.() !== 0) return
  chownSync(join(data, 'state.sqlite'), 4242, 4242)
  expect(await shown()).toMatch(/error +directory +\S+state.sqlite belong to another user/)
})

/** Changes bytes in the largest file of the table of records. */
function damage(directory: string): void {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bin'))
    .map((name) => join(directory, name))
  const largest = files.reduce((a, b) => (sizeOf(a) > sizeOf(b) ? a : b))
  const file = openSync(largest, 'r+')
  const byte = Buffer.alloc(1)
  const at = Math.floor(fstatSync(file).size / 2)
  readSync(file, byte, 0, 1, at)
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at)
  closeSync(file)
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}
