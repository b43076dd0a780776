// One service seen by httpx and later by Nmap: the poorer scan erases nothing, whichever file is imported first, on this machine and
// with a server on another one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCommand, startServerProcess } from '../support/command.ts'
import { firstAccount } from '../support/serve.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-two-tools-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A run of Nmap 7.93 with scripts, of 2026-11-21. */
const nmap = resolve(import.meta.dirname, '../../src/importer/nmap/sample/service-scan.xml')
const httpx = join(directory, 'httpx.jsonl')
const BODY = '<html><head><title>Zürich — Anmeldung</title></head><body>Benutzername</body></html>'
beforeAll(() => {
  const page = {
    ...{ timestamp: '2026-11-20T10:00:00Z', url: 'http://192.0.2.10', input: '192.0.2.10', port: '80' },
    ...{ scheme: 'http', host: '192.0.2.10', path: '/', method: 'GET', status_code: 200, failed: false },
    ...{ title: 'Zürich — Anmeldung', webserver: 'nginx/1.24.0', favicon: '116323821', body: BODY },
    raw_header:
      'HTTP/1.1 200 OK\r\nServer: nginx/1.24.0\r\nDate: Fri, 20 Nov 2026 10:00:00 GMT\r\nX-Powered-By: PHP/8.2.7\r\n\r\n',
  }
  writeFileSync(httpx, `${JSON.stringify(page)}\n`)
})

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const command = startCommand(args, { PERIPLUS_DATA: join(directory, 'none'), ...env })
  command.child.stdin?.end()
  const { code, out, error } = await command.finished
  if (code !== 0) throw new Error(error)
  return out
}

const SEARCH = ['search', 'ip="192.0.2.10" && port="80"', '--full', '--json', '--fields']
const FIELDS = 'title,body,status_code,icon_hash,product,lastupdatetime'

/** What both tools know of the page; the products are those that the later one names, then those that rules recognise. */
async function expectBoth(found: string): Promise<void> {
  const { results } = JSON.parse(found) as { readonly results: readonly unknown[] }
  expect(results).toEqual([
    {
      ...{ title: 'Zürich — Anmeldung', body: BODY, status_code: '200', icon_hash: '116323821' },
      ...{ product: 'nginx,PHP', lastupdatetime: '2026-11-21 08:48:21' },
    },
  ])
}

describe.each([
  ['httpx, then Nmap', () => [httpx, nmap]],
  ['Nmap, then httpx', () => [nmap, httpx]],
] as const)('%s', (name, files) => {
  it('on this machine', async () => {
    const data = join(directory, `local ${name}`)
    for (const file of files()) await run(['import', file, '--data', data])
    await expectBoth(await run([...SEARCH, FIELDS, '--data', data]))
  })

  it('with a server on another machine', async () => {
    const data = join(directory, `remote ${name}`)
    const { server, url } = await startServerProcess(data)
    try {
      const { email, key } = firstAccount(data)
      const env = { PERIPLUS_SERVER: url, PERIPLUS_EMAIL: email, PERIPLUS_KEY: key }
      for (const file of files()) await run(['import', file], env)
      await expectBoth(await run([...SEARCH, FIELDS], env))
    } finally {
      await server.kill()
    }
  })
})
