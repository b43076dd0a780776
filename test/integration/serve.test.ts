// The server as a process of its own, from an empty data directory on.
import { statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { firstAccount, Processes, searchUrl, until } from '../support/serve.ts'

const processes = new Processes()
afterEach(() => processes.clean())

async function search(url: string, data: string, query: string): Promise<{ error: boolean; total: number }> {
  const answer = await fetch(searchUrl(url, firstAccount(data), query, { full: 'true' }))
  return (await answer.json()) as { error: boolean; total: number }
}

describe('periplus serve', () => {
  it('makes the first account once, keeps the directory to itself, and ends on a signal', async () => {
    const data = processes.newData()
    const first = await processes.serve(data, ['--no-demo'])
    const { email, key, link } = firstAccount(data)
    expect(email).toBe('admin@localhost')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(link).toMatch(new RegExp(`^${first.url}/password#[\\w-]{20,}$`))
    expect(statSync(join(data, 'first-account.txt')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(first.output()).not.toContain(key)
    expect(await search(first.url, data, 'title="login"')).toMatchObject({ error: false, total: 0 })

    const second = processes.run(['serve', '--data', data, '--port', '0'])
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^periplus: the data directory .* is in use by process \d+; /)

    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const again = await processes.serve(data, ['--no-demo'])
    expect(again.output()).not.toContain('first account')
    expect(await search(again.url, data, 'title="login"')).toMatchObject({ error: false, total: 0 })
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  })

  it('loads the demonstration set on a first start, and goes on with one that an earlier start did not finish', async () => {
    const data = processes.newData()
    const count = async (url: string, query: string): Promise<number> =>
      (await search(url, data, query)).total
    const first = await processes.serve(data)
    const loaded = await until(
      () => /([\d,]+) demonstration records are loaded/.exec(first.output())?.[1],
      first.output,
    )
    expect(first.output()).toContain('loading demonstration records\n')
    const records = Number(loaded.replace(',', ''))
    expect(await count(first.url, 'tag=="demo"')).toBe(records)
    expect(await count(first.url, 'title="files are encrypted"')).toBe(1)
    const sources = await processes.outputOf(['imports', 'of', 'kestrel-freight.example', '--data', data])
    expect(sources).toMatch(/^ {2}demonstration {2}/m)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    await processes.outputOf(['demo', 'remove', '--yes', '--data', data])
    writeFileSync(join(data, 'demonstration.json'), JSON.stringify({ now: Date.now() }))
    const again = await processes.serve(data)
    await until(() => (again.output().includes('are loaded') ? true : undefined), again.output)
    expect(await count(again.url, 'tag=="demo"')).toBe(records)
  })

  it('reports all mistakes in its settings together and does not start', async () => {
    const args = ['serve', '--data', processes.newData(), '--port', '99999']
    const server = processes.run(args, { PERIPLUS_HTTP_ERROR_STATUS: 'loud' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(
      'periplus: PERIPLUS_HTTP_ERROR_STATUS must be `body` or `standard`; found `loud`\n' +
        'periplus: the option for http.port must be a whole number from 0 to 65535; found `99999`\n',
    )
  })

  it('says when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const server = processes.run(['serve', '--data', processes.newData(), '--port', port])
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(
      `periplus: port ${port} of 127.0.0.1 is in use; stop what listens there or choose another with --port\n`,
    )
    other.close()
  })
})
