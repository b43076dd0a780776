// Servers of records behind TLS that ask for a user and a password: a proxy does what the nodes of a test cannot do.
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../../support/clickhouse.ts'
import { Processes } from '../../support/serve.ts'
import { TEST_AUTHORITY, TEST_SERVER } from '../../support/tls.ts'

const USER = 'peri@plus'
const PASSWORD = 'p/ss: w%rd?ü'
const CREDENTIALS = Buffer.from(`${USER}:${PASSWORD}`).toString('base64')

/** Passes calls with the right password on to a node, and answers others as ClickHouse does. */
function pass(node: string, call: IncomingMessage, answer: ServerResponse, seen: string[]): void {
  const { authorization, ...headers } = call.headers
  seen.push(`${call.url} ${JSON.stringify(headers)}`)
  if (authorization !== `Basic ${CREDENTIALS}`) {
    call.resume()
    answer.writeHead(403, { 'x-clickhouse-exception-code': '516' })
    answer.end(
      `Code: 516. DB::Exception: ${USER}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)`,
    )
    return
  }
  const onwards = request(`http://${node}${call.url}`, { method: call.method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 500, found.headers)
    found.pipe(answer)
  })
  onwards.on('error', () => answer.destroy())
  call.pipe(onwards)
}

describe.skipIf(NO_CLICKHOUSE !== undefined)(
  `servers behind TLS and a password${NO_CLICKHOUSE === undefined ? '' : ` (${NO_CLICKHOUSE})`}`,
  () => {
    const processes = new Processes()
    let clickhouse: Clickhouse
    let proxy: Server
    const seen: string[] = []
    beforeAll(async () => {
      clickhouse = await startClickhouse()
      const [node] = clickhouse.nodes
      proxy = createServer(TEST_SERVER, (call, answer) => pass(node?.http ?? '', call, answer, seen))
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    })
    afterEach(() => processes.clean())
    afterAll(async () => {
      proxy?.closeAllConnections()
      proxy?.close()
      await clickhouse?.stop()
    })

    /** A directory for data, and in it a file with the authority's certificate. */
    const place = (): { readonly data: string; readonly authority: string } => {
      const data = processes.newData()
      mkdirSync(data)
      const authority = join(data, '..', 'authority.pem')
      writeFileSync(authority, TEST_AUTHORITY)
      return { data, authority }
    }
    const url = (password: string): string => {
      const { port } = proxy.address() as AddressInfo
      const credentials = [USER, password].map(encodeURIComponent).join(':')
      return `https://${credentials}@127.0.0.1:${port}/locked`
    }
    const run = async (args: readonly string[], environment: Record<string, string>) => {
      const command = processes.run(args, { PERIPLUS_LOG_LEVEL: 'trace', ...environment })
      return { code: await command.ended, output: command.output() }
    }
    /** However it may be written. */
    const expectNoSecret = (text: string): void => {
      for (const form of [PASSWORD, encodeURIComponent(PASSWORD), CREDENTIALS, encodeURIComponent(USER)])
        expect(text).not.toContain(form)
    }

    it('take records and give them, and the password is in one header only', async () => {
      const { data, authority } = place()
      const environment = { PERIPLUS_STORE_URL: url(PASSWORD), NODE_EXTRA_CA_CERTS: authority }
      const scan = join(data, '..', 'scan.ndjson')
      writeFileSync(scan, '{"host":"198.18.0.7:80","ip":"198.18.0.7","port":80,"title":"behind a lock"}\n')
      const imported = await run(['import', scan, '--data', data], environment)
      expect(imported.code, imported.output).toBe(0)
      const found = await run(['search', 'title="lock"', '--full', '--data', data], environment)
      expect(found.output).toContain('198.18.0.7')
      const doctor = await run(['doctor', '--data', data], environment)
      expect(doctor.output).toMatch(/1 record/)
      const server = await processes.serve(data, ['--no-demo'], {
        PERIPLUS_LOG_LEVEL: 'trace',
        ...environment,
      })
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(seen.length).toBeGreaterThan(20)
      for (const text of [...seen, imported.output, found.output, doctor.output, server.output()])
        expectNoSecret(text)
    })

    it('refuse a wrong password, and the message does not contain it', async () => {
      const { data, authority } = place()
      const environment = { PERIPLUS_STORE_URL: url(`${PASSWORD}!`), NODE_EXTRA_CA_CERTS: authority }
      const { code, output } = await run(['search', 'port="80"', '--data', data], environment)
      expect(code).not.toBe(0)
      expect(output).toMatch(/the record server `127\.0\.0\.1:\d+` refuses the user, the password or a right/)
      expectNoSecret(output)
    })

    it('are not believed without their authority', async () => {
      const { data } = place()
      const before = seen.length
      const { code, output } = await run(['search', 'port="80"', '--data', data], {
        PERIPLUS_STORE_URL: url(PASSWORD),
      })
      expect(code).not.toBe(0)
      expect(output).toMatch(
        /shows a certificate that is not trusted \(.+\); name its authority by NODE_EXTRA_CA_CERTS/,
      )
      expectNoSecret(output)
      expect(seen.length).toBe(before)
    })

    it('are refused when their certificate names another', async () => {
      const { data, authority } = place()
      const other = url(PASSWORD).replace('127.0.0.1', 'localhost')
      const environment = { PERIPLUS_STORE_URL: other, NODE_EXTRA_CA_CERTS: authority }
      const { code, output } = await run(['search', 'port="80"', '--data', data], environment)
      expect(code).not.toBe(0)
      expect(output).toContain("does not match certificate's altnames")
    })
  },
)
