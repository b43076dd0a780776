// Client programs of the hosted service against a running server, unmodified. `npm run test:clients` runs them: they are installed from
// their registries, and skipped with the reason where they are not to be had.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Processes } from '../support/serve.ts'
import { goCommand, type Installed, pythonWith } from './install.ts'

const records = Array.from({ length: 6 }, (_, index) => ({
  host: `192.0.2.${1 + (index % 3)}:${80 + Math.floor(index / 3)}`,
  ip: `192.0.2.${1 + (index % 3)}`,
  port: 80 + Math.floor(index / 3),
  title: 'Login',
}))

/** What `fofa-py.py` prints, as far as it is looked at piece by piece. */
interface Answers {
  readonly next: readonly (readonly unknown[])[]
  readonly failure: string
}

describe.skipIf(process.env['PERIPLUS_TEST_CLIENTS'] !== '1')(
  'client programs (npm run test:clients)',
  () => {
    const processes = new Processes()
    let url = ''
    let key = ''
    const email = 'tool@example.com'

    const run = async (program: string, args: readonly string[]): Promise<string> => {
      const environment = { FOFA_BASE_URL: url, FOFA_EMAIL: email, FOFA_KEY: key, NO_PROXY: '127.0.0.1' }
      const child = spawn(program, args, { env: { ...process.env, ...environment }, timeout: 60_000 })
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect(await ended, error).toBe(0)
      return out
    }

    beforeAll(async () => {
      const data = processes.newData()
      const server = await processes.serve(data, [], { PERIPLUS_DEMO: 'false' })
      url = server.url
      const file = join(dirname(data), 'records.ndjson')
      writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      const loading = processes.run(['import', file, '--data', data])
      expect(await loading.ended, loading.output()).toBe(0)
      const options = ['--dialect', 'live', '--level', 'enterprise', '--json', '--data', data]
      const made = processes.run(['account', 'create', '--email', email, ...options])
      expect(await made.ended, made.output()).toBe(0)
      key = (JSON.parse(made.output()) as { readonly key: string }).key
    })
    afterAll(() => processes.clean())

    /** A test of a program; skipped with the reason where it cannot be installed. */
    const withProgram = (name: string, install: () => Installed, test: (path: string) => Promise<void>) =>
      it(
        name,
        async ({ skip }) => {
          const found = install()
          if ('reason' in found) {
            process.stderr.write(`${name}: skipped, ${found.reason}\n`)
            return skip(found.reason)
          }
          await test(found.path)
        },
        20 * 60_000,
      )

    withProgram(
      'fofa-py 2.0.3',
      () => pythonWith('fofa-py', '2.0.3'),
      async (python) => {
        const out = await run(python, [join(import.meta.dirname, 'fofa-py.py')])
        const got = JSON.parse(out) as Answers
        expect(got).toMatchObject({
          info: { error: false, email, isvip: true, vip_level: 5 },
          can_use_next: true,
          search: { error: false, size: 6, page: 2, results: [expect.any(Array), expect.any(Array)] },
          stats: { error: false, aggs: { port: [{ count: 3 }, { count: 3 }] } },
          host: { error: false, ip: '192.0.2.1', port: [80, 81] },
        })
        expect(got.next.map(({ length }) => length)).toEqual([2, 2, 2])
        expect(new Set(got.next.flat()).size).toBe(6)
        expect(got.failure).toContain('[820000]')
      },
    )

    withProgram(
      'GoFOFA 0.2.28',
      () => goCommand('github.com/FofaInfo/GoFOFA', 'v0.2.28', 'fofa'),
      async (fofa) => {
        const base = `${url}/?${new URLSearchParams({ email, key, version: 'v1' })}`
        expect(await run(fofa, ['-u', base, 'count', 'port=80'])).toContain('3')
        const found = await run(fofa, ['-u', base, 'search', '--fields', 'ip,port', '-s', '10', 'port=80'])
        for (const { ip } of records) expect(found).toContain(ip)
      },
    )
  },
)
