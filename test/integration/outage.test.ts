// A machine that fails under the program: a disk that becomes read-only, too few file descriptors, records that are damaged. Calls
// get 503, commands end with one line, and work goes on once the machine is well again.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { mountDisk, unmountDisk } from '../support/disk.ts'
import { MAIN_PROGRAM } from '../support/main-program.ts'
import { firstAccount, Processes, searchUrl } from '../support/serve.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const root = mkdtempSync(join(tmpdir(), 'periplus-outage-'))
const mounted = join(root, 'disk')
const scan = join(root, 'scan.ndjson')
const data = join(mounted, 'data')
const canMount = mountDisk(mounted, '256m')
const processes = new Processes()

afterEach(() => processes.clean())
afterAll(() => {
  if (canMount) unmountDisk(mounted)
  rmSync(root, { recursive: true, force: true })
})

const remount = (mode: 'ro' | 'rw'): void => {
  execFileSync('mount', ['-o', `remount,${mode}`, mounted])
}

/** Lays a read-only view of a directory over it: what a running server has open stays open, what it opens from now on is read-only. */
function cover(directory: string): () => void {
  execFileSync('mount', ['--bind', directory, directory])
  execFileSync('mount', ['-o', 'remount,bind,ro', directory])
  return () => execFileSync('umount', ['-l', directory])
}

/** One line for people, and no more. */
const ONE_LINE = /^periplus: [^\n]+\n$/

beforeAll(async () => {
  writeFileSync(
    scan,
    Array.from({ length: 300 }, (_, n) => `{"ip":"198.51.100.7","port":${1000 + n}}`).join('\n'),
  )
  expect(await runCommand(['import', scan, '--data', data])).toMatchObject({ code: 0 })
}, 180_000)

describe.skipIf(!canMount)('a disk that is read-only', () => {
  afterEach(() => remount('rw'))

  it.each([
    ['search', ['search', 'port=1000', '--full']],
    ['import', ['import', scan]],
    ['serve', ['serve', '--port', '0', '--no-demo']],
    ['account', ['account', 'list']],
  ])('ends the command %s with one line', async (_, args) => {
    remount('ro')
    const { code, error } = await runCommand([...args, '--data', data])
    expect(code).toBe(1)
    const lines = error.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^periplus: .*(?:read-only|may not be written|cannot be written)/)
  })

  it('is found by doctor', async () => {
    remount('ro')
    const { code, out } = await runCommand(['doctor', '--quick', '--data', data])
    expect(code).toBe(1)
    expect(out).toMatch(/error +directory +\S+ cannot be written \(EROFS\)/)
  })

  it('makes a server answer 503 and not ready, until it is writable again', async () => {
    const server = await processes.serve(data, ['--no-demo'])
    const account = firstAccount(data)
    const search = () => fetch(searchUrl(server.url, account, 'port="1000"', { full: 'true' }))
    expect((await search()).status).toBe(200)
    const uncover = cover(data)
    try {
      const form = new FormData()
      form.set('file', new Blob(['{"ip":"198.51.100.8","port":80}']), 'more.ndjson')
      const query = new URLSearchParams({ email: account.email, key: account.key })
      const upload = await fetch(`${server.url}/api/v1/import?${query}`, { method: 'POST', body: form })
      expect(upload.status).toBe(503)
      expect(await upload.json()).toMatchObject({ errmsg: expect.stringMatching(/cannot be written/) })
      expect((await search()).status).not.toBe(500)
      const ready = await fetch(`${server.url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.json()).toMatchObject({ errmsg: expect.stringMatching(/cannot be written/) })
    } finally {
      uncover()
    }
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await search()).status).toBe(200)
  })
})

describe('too few file descriptors', () => {
  it.each([30, 60, 100])('%i end a command with a line that says so, or are enough', async (limit) => {
    const { code, error } = await limited(limit, ['search', 'port=1000', '--full'])
    if (code === 0) return
    expect(code).toBe(1)
    expect(error).toMatch(/(?:^|\n)periplus: [^\n]+\n$/)
    expect(error).toMatch(/too many files are open|Too many open files|EMFILE|ulimit -n/)
    expect(error).not.toMatch(/^ +at |Warning/m)
  })

  it('256 are enough for a search', async () => {
    expect(await limited(256, ['search', 'port=1000', '--full'])).toMatchObject({ code: 0 })
  })
})

it('a failure that nobody foresaw is one line, and with --debug the place as well', async () => {
  const parts = readdirSync(join(data, 'records', 'engine', 'store'), { recursive: true, encoding: 'utf8' })
  const [index = ''] = parts.filter((name) => name.endsWith('skp_idx_same_ip.idx'))
  const copy = join(root, 'copy')
  execFileSync('cp', ['-r', data, copy])
  const file = join(copy, 'records', 'engine', 'store', index)
  writeFileSync(
    file,
    readFileSync(file).map((byte) => byte ^ 0xff),
  )
  const args = ['search', 'ip="198.51.100.7"', '--full', '--data', copy]
  const short = await runCommand(args)
  expect(short.code).toBe(1)
  expect(short.error).toMatch(ONE_LINE)
  expect(short.error).toMatch(/records are damaged .* doctor --repair/)
  const long = await runCommand([...args, '--debug'])
  expect(long.error).toMatch(/\n +at /)
})

/** Runs the command with so many descriptors. */
function limited(limit: number, args: readonly string[]): Promise<{ code: number | null; error: string }> {
  const line = `ulimit -n ${limit} && exec "$@"`
  const node = join(ROOT, 'node_modules/.bin/node')
  const child = spawn(
    'sh',
    ['-c', line, 'sh', node, '--disable-warning=ExperimentalWarning', MAIN_PROGRAM, ...args, '--data', data],
    {
      env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let error = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  return new Promise((done) => child.once('close', (code) => done({ code, error })))
}
