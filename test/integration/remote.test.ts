// A server in one data directory, and the command with --server from a machine that has none.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finished, type RunningCommand, startCommand, startServerProcess } from '../support/command.ts'
import { firstAccount } from '../support/serve.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-remote-'))
const data = join(directory, 'data')
const home = join(directory, 'home')
let server: RunningCommand
let url = ''
let admin = { email: '', key: '' }
let user = { email: '', key: '' }

const RECORDS = 10_050
const file = join(directory, 'scan.ndjson')

beforeAll(async () => {
  mkdirSync(home)
  ;({ server, url } = await startServerProcess(data))
  admin = firstAccount(data)
  const made = await run(
    [
      'account',
      'create',
      '--data',
      data,
      '--email',
      'u@example.com',
      '--level',
      'free',
      '--coins',
      '10',
      '--json',
    ],
    {},
  )
  user = JSON.parse(made.out) as typeof user
  const time = new Date().toISOString()
  const lines = Array.from({ length: RECORDS }, (_, index) =>
    JSON.stringify({
      host: `h${index}.example.com`,
      port: 80,
      protocol: 'http',
      title: `page ${index}`,
      lastupdatetime: time,
    }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
})

afterAll(async () => {
  await server.kill()
  rmSync(directory, { recursive: true, force: true })
})

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): Promise<Finished> {
  const command = startCommand(args, { PERIPLUS_DATA: join(home, 'none'), ...env })
  command.child.stdin?.end(input)
  return command.finished
}

const as = (account: typeof user, at = url): Readonly<Record<string, string>> => ({
  PERIPLUS_SERVER: at,
  PERIPLUS_EMAIL: account.email,
  PERIPLUS_KEY: account.key,
})

/** Passes connections on to the server, and cuts each after so many bytes of answers. */
async function cutting(
  bytes: number,
): Promise<{ readonly url: string; readonly cuts: () => number; close: () => void }> {
  let cuts = 0
  const open = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    let left = bytes
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (piece: Buffer) => {
      near.write(piece)
      left -= piece.length
      if (left >= 0) return
      cuts++
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    close: () => {
      for (const socket of open) socket.destroy()
      proxy.close()
    },
  }
}

describe('from another machine', () => {
  it('an administrator imports a file, and a repeat changes nothing', async () => {
    const first = await run(['import', file, '--json'], as(admin))
    expect(first.error).toBe('')
    expect(JSON.parse(first.out)).toMatchObject({
      inputs: 1,
      observations: RECORDS,
      added: RECORDS,
      rejects: 0,
    })
    const again = await run(['import', file, '--json'], as(admin))
    expect(JSON.parse(again.out)).toMatchObject({ observations: RECORDS, added: 0, unchanged: RECORDS })
  })

  it('several files are one import', async () => {
    const [one, two] = [join(directory, 'one.ndjson'), join(directory, 'two.ndjson')]
    writeFileSync(
      one,
      '{"host":"192.0.2.40","port":80,"title":"one","lastupdatetime":"2026-03-01 00:00:00"}\n',
    )
    writeFileSync(
      two,
      '{"host":"192.0.2.40","port":80,"header":"two","lastupdatetime":"2026-03-02 00:00:00"}\n',
    )
    const done = await run(['import', one, two, '--json'], as(admin))
    expect(JSON.parse(done.out)).toMatchObject({ inputs: 2, observations: 2, added: 1, replaced: 0 })
    // Observations of one import add to each other; those of two would replace the response.
    const found = await run(
      ['search', 'ip="192.0.2.40"', '--full', '--json', '--fields', 'title,header'],
      as(admin),
    )
    expect(JSON.parse(found.out)).toMatchObject({ results: [{ title: 'one', header: 'two' }] })
  })

  it('folders and standard input go too, and rejects come back', async () => {
    const folder = join(directory, 'folder')
    mkdirSync(join(folder, 'deep'), { recursive: true })
    writeFileSync(join(folder, 'one.ndjson'), '{"host":"192.0.2.1","port":22}\n')
    writeFileSync(join(folder, 'deep/two.ndjson'), '{"host":"192.0.2.2","port":22}\n{"host":\n')
    const rejects = join(directory, 'rejects.ndjson')
    const done = await run(
      ['import', folder, '-', '--json', '--rejects', rejects],
      as(admin),
      '{"host":"192.0.2.3","port":22}\n',
    )
    expect(done.error).toBe('')
    expect(JSON.parse(done.out)).toMatchObject({
      inputs: 3,
      observations: 3,
      rejects: 1,
      rejectsFile: rejects,
    })
    expect(JSON.parse(readFileSync(rejects, 'utf8'))).toMatchObject({
      file: 'folder.tar/deep/two.ndjson',
      line: 2,
    })
  })

  it('searches answer as they do at home', async () => {
    const args = ['search', 'title="page 7"', '--fields', 'host,title', '--size', '3', '--json']
    const [there, here] = await Promise.all([run(args, as(user)), run([...args, '--data', data], {})])
    expect(there).toEqual(here)
    expect(JSON.parse(there.out)).toMatchObject({
      size: 3,
      results: [{ host: 'h7.example.com' }, {}, {}],
    })
  })

  it('explanations are the same as at home', async () => {
    const args = ['search', 'title="pgae" && port="1"', '--explain']
    const [there, here] = await Promise.all([run(args, as(user)), run([...args, '--data', data], {})])
    expect(there).toEqual(here)
    expect(there.error).toContain('title="pgae": 0; title="page"')
  })

  it('an export is the same as at home, whatever breaks on the way', async () => {
    const args = ['export', 'title="page"', '--fields', 'host,title']
    const [out, local] = [join(directory, 'there.ndjson'), join(directory, 'here.ndjson')]
    const proxy = await cutting(150_000)
    const there = await run([...args, '--out', out, '--json'], as(user, proxy.url))
    proxy.close()
    await run([...args, '--out', local, '--data', data], {})
    expect(there.error).toBe('')
    expect(JSON.parse(there.out)).toMatchObject({ rows: RECORDS, cost: 2 })
    expect(proxy.cuts()).toBeGreaterThan(1)
    expect(readFileSync(out).equals(readFileSync(local))).toBe(true)
    expect(readdirSync(directory).filter((name) => name.startsWith('there.'))).toEqual(['there.ndjson'])
    const piped = await run(['export', 'port=22', '--fields', 'ip', '--format', 'csv'], as(user))
    expect(piped.out.split('\r\n').sort()).toEqual(['', '192.0.2.1', '192.0.2.2', '192.0.2.3', 'ip'])
  })

  it('a list of targets is the same as at home', async () => {
    const args = ['targets', 'port=22', '--as', 'nuclei']
    const [there, here] = await Promise.all([run(args, as(admin)), run([...args, '--data', data], {})])
    expect(there).toEqual(here)
    expect(there.out.split('\n').sort()).toEqual(['', '192.0.2.1:22', '192.0.2.2:22', '192.0.2.3:22'])
    expect(there.error).toBe('3 targets\n')
    const recent = await run([...args, '--unless-seen', '24h', '--data', data], {})
    expect(recent).toMatchObject({ out: '', error: '0 targets; 3 targets seen recently left out\n' })
  })

  it('an export that was killed here goes on with the same command and is paid once', async () => {
    const out = join(directory, 'killed.ndjson')
    const args = ['export', 'title="page"', '--fields', 'host,title,lastupdatetime', '--out', out]
    const command = startCommand(args, { PERIPLUS_DATA: home, ...as(user) })
    command.child.stdin?.end()
    while (!existsSync(`${out}.resume`)) await new Promise((resolve) => setTimeout(resolve, 5))
    await command.kill()
    const resumed = await run(args, as(user))
    expect(resumed.out).toBe(`wrote 10,050 rows to ${out} for 2 coins\n`)
    const { out: shown } = await run(['account', 'show', 'u@example.com', '--data', data, '--json'], {})
    // Ten, less one for the search, two and one for the exports before, and two for this one.
    expect(shown).toContain('"coins": 4')
  })

  it('a server on a port that fetch refuses gives a clear message', async () => {
    const done = await run(['search', 'x'], as(user, 'http://127.0.0.1:9'))
    expect(done.error).toMatch(/^periplus: http:\/\/127\.0\.0\.1:9: `fetch` refuses this port/)
  })

  it('works without a data directory and makes none', () => {
    expect(existsSync(join(home, 'none'))).toBe(false)
  })

  it.concurrent.each([
    [
      'a wrong key',
      () => ({ ...as(user), PERIPLUS_KEY: '0'.repeat(32) }),
      ['search', 'x'],
      /answers: 401 Unauthorized, make sure/,
    ],
    [
      'no key',
      () => ({ PERIPLUS_SERVER: url }),
      ['search', 'x'],
      /give the e-mail \(--email or PERIPLUS_EMAIL\) and the key/,
    ],
    [
      'no server there',
      () => as(user, 'http://127.0.0.1:4'),
      ['search', 'x'],
      /cannot reach http:\/\/127\.0\.0\.1:4: nothing listens/,
    ],
    [
      'another server there',
      () => as(user, `${url}/docs`),
      ['search', 'x'],
      /^periplus: what answers at .* is not a Periplus server|404/,
    ],
    ['no administrator', () => as(user), ['import', file], /403 Forbidden: only administrators may import/],
    ['a mistake in the query', () => as(user), ['search', 'title="a" && && port=1'], /\n *\^+\n.*820000/s],
    ['both machines', () => ({}), ['search', 'x', '--data', 'a', '--server', 'http://b'], /give either/],
    ['an unknown file', () => as(admin), ['import', 'nowhere.ndjson'], /nowhere\.ndjson/],
  ])(
    '%s is reported',
    async (_, env, args, text) => {
      const done = await run(args, env())
      expect(done.code).toBe(1)
      expect(done.error).toMatch(text)
      expect(done.error + done.out).not.toContain(user.key)
    },
    20_000,
  )

  it('stored lists are kept there, and queries name them', async () => {
    const file = join(directory, 'list.txt')
    writeFileSync(file, 'h7.example.com\nh8.example.com\n')
    const put = await run(['list', 'put', 'mine', file], as(user))
    expect(put.out).toBe('stored @mine with 2 elements\n')
    expect((await run(['list', 'show', 'mine'], as(user))).out).toBe('h7.example.com\nh8.example.com\n')
    expect((await run(['list', 'all'], as(user))).out).toContain('@mine')
    const found = await run(['search', 'host="@mine"', '--fields', 'host', '--json'], as(user))
    expect(JSON.parse(found.out)).toMatchObject({ total: 2 })
    expect((await run(['list', 'remove', 'mine'], as(user))).out).toBe('removed @mine\n')
    const gone = await run(['list', 'show', 'mine'], as(user))
    expect([gone.code, gone.error]).toEqual([1, expect.stringContaining('the list `mine` does not exist')])
  })
})
