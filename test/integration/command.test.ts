// The command as a user runs it: real processes on a data directory of their own, with and without a server that owns it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Finished,
  type RunningCommand,
  runCommand,
  startCommand,
  startServerProcess,
} from '../support/command.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-command-'))
const data = join(directory, 'data')
const run = (...args: string[]): Promise<Finished> => runCommand([...args, '--data', data])
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const RECORDS = [
  {
    host: 'https://a.example.com',
    ip: '192.0.2.1',
    port: 443,
    title: 'Login',
    country: 'DE',
    lastupdatetime: '2026-11-01 10:00:00',
  },
  {
    host: 'b.example.com',
    ip: '192.0.2.2',
    port: 80,
    title: '=cmd|x',
    country: 'FR',
    lastupdatetime: '2026-11-02 10:00:00',
  },
  {
    host: '192.0.2.3:22',
    ip: '192.0.2.3',
    port: 22,
    protocol: 'ssh',
    banner: 'SSH-2.0-x\\x1b[31m',
    lastupdatetime: '2026-11-03 10:00:00',
  },
  {
    host: '192.0.2.4:23',
    ip: '192.0.2.4',
    port: 23,
    title: 'old \u001b]0;owned\u0007',
    lastupdatetime: '2020-01-01 00:00:00',
  },
]

interface SearchJson {
  readonly total: number
  readonly size: number
  readonly mode: string
  readonly results: readonly Record<string, string>[]
}

async function search(query: string, ...options: string[]): Promise<SearchJson> {
  const finished = await run('search', query, '--json', ...options)
  if (finished.code !== 0) throw new Error(finished.error)
  return JSON.parse(finished.out) as SearchJson
}

beforeAll(async () => {
  const file = join(directory, 'records.ndjson')
  writeFileSync(
    file,
    [...RECORDS.map((record) => JSON.stringify(record)), '{"title":"no host"}', 'no json', ''].join('\n'),
  )
  const imported = await run('import', file, '--json')
  expect(imported.error).toBe('')
  expect(imported.code).toBe(0)
})

describe('a server elsewhere in the environment', () => {
  it.each([
    ['delete', 'port=22', '--yes'],
    ['demo', 'remove', '--yes'],
  ])('keeps %s from removing what is here unless the directory is named', async (...command) => {
    const running = startCommand(command, {
      PERIPLUS_DATA: data,
      PERIPLUS_SERVER: 'https://periplus.example.com',
    })
    const finished = await running.finished
    expect(finished).toMatchObject({ code: 1, out: '' })
    expect(finished.error).toMatch(
      /PERIPLUS_SERVER names `https:\/\/periplus\.example\.com`; say which directory with --data/,
    )
    expect((await search('port=22')).total).toBe(1)
  })
})

describe('what is not there', () => {
  it.each([
    ['search', 'port=22'],
    ['export', 'port=22'],
    ['delete', 'port=22'],
    ['demo', 'remove'],
  ])('is reported by %s where it is the data directory, and not created', async (...command) => {
    const missing = join(directory, 'misspelt')
    const finished = await runCommand([...command, '--data', missing])
    expect(finished).toMatchObject({ code: 1, out: '' })
    expect(finished.error).toBe(
      `periplus: there is no data directory \`${missing}\`; choose another with --data\n`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  it.runIf(existsSync('/proc/self'))('is said of a data directory where none can be made', async () => {
    const finished = await runCommand([
      'import',
      join(directory, 'records.ndjson'),
      '--data',
      '/proc/periplus',
    ])
    expect(finished).toMatchObject({ code: 1, out: '' })
    expect(finished.error).toBe(
      'periplus: cannot use the data directory `/proc/periplus`: there is no such file or folder; check the path\n',
    )
  })

  it('is one line where it is the folder of an export', async () => {
    const finished = await run('export', 'port=22', '--out', join(directory, 'nowhere', 'x.csv'))
    expect(finished).toMatchObject({ code: 1, out: '' })
    expect(finished.error).toBe(
      `periplus: \`${join(directory, 'nowhere', 'x.csv')}\`: there is no such file or folder; check the path\n`,
    )
  })
})

describe('import', () => {
  it('says what became of every line, and writes the rest to a rejects file', async () => {
    const again = await run('import', join(directory, 'records.ndjson'), '--json')
    const summary = JSON.parse(again.out) as Record<string, unknown> & { rejectsFile: string }
    expect(summary).toMatchObject({
      inputs: 1,
      observations: 4,
      rejects: 2,
      added: 0,
      replaced: 0,
      unchanged: 4,
    })
    const rejects = readFileSync(summary.rejectsFile, 'utf8').trimEnd().split('\n')
    expect(rejects.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([5, 6])
    expect(statSync(summary.rejectsFile).mode & 0o777).toBe(0o600)
  })

  it('names the first reason, and fails where every line was rejected', async () => {
    const file = join(directory, 'portless.csv')
    writeFileSync(file, 'ip,host\n192.0.2.70,a.example.com\n192.0.2.71,b.example.com\n')
    const refused = await run('import', file)
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('2 × no `port`: add the field, or give one for all with --port')
    expect(refused.error).toBe('periplus: nothing was imported\n')
  })

  it('reads standard input', async () => {
    const line = JSON.stringify({ ip: '192.0.2.9', port: 8080, title: 'piped' })
    const finished = await runCommand(['import', '-', '--data', data, '--json'], line)
    expect(JSON.parse(finished.out)).toMatchObject({ observations: 1, added: 1 })
    expect((await search('title="piped"')).total).toBe(1)
  })

  it('refuses by name what it cannot read, with advice', async () => {
    const file = join(directory, 'page.html')
    writeFileSync(file, '<html><title>x</title></html>')
    const finished = await run('import', file)
    expect(finished.code).toBe(1)
    expect(finished.out).toMatch(/1 file refused\n +1 × this is a page of HTML: .*capture.*page\.html/)
  })

  it('counts refused files by reason, and ends with 3 where other files were read', async () => {
    const folder = join(directory, 'mixed')
    mkdirSync(folder)
    for (const name of ['a.html', 'b.html'])
      writeFileSync(join(folder, name), '<html><title>x</title></html>')
    writeFileSync(join(folder, 'c.json'), '{"ip":"192.0.2.9","port":8080}\n{"ip":"x"}\n')
    const finished = await run('import', folder)
    expect(finished.code).toBe(3)
    expect(finished.out).toContain('1 observation ')
    expect(finished.out).toMatch(/2 files refused\n +2 × this is a page of HTML: .*\(.*a\.html, .*b\.html\)/)
    expect(finished.out).not.toContain('note:')
  })

  it('names a path that is not there', async () => {
    const finished = await run('import', join(directory, 'absent.xml'))
    expect(finished).toMatchObject({ code: 1 })
    expect(finished.error).toMatch(/^periplus: .*absent\.xml/)
  })

  it('refuses a pattern of ports that is not valid before anything is read', async () => {
    const finished = await run('import', join(directory, 'records.ndjson'), '--port', '(')
    expect(finished).toMatchObject({ code: 1, out: '' })
    expect(finished.error).toBe('periplus: `(` is not a valid regular expression: missing closing ): `(`\n')
  })
})

describe('search', () => {
  it('finds the last year unless all is asked for', async () => {
    expect((await search('port="23"')).total).toBe(0)
    expect((await search('port="23"', '--full')).total).toBe(1)
  })

  it('gives the chosen fields in every format', async () => {
    const answer = await search('country="DE"', '--fields', 'ip,title')
    expect(answer).toMatchObject({
      total: 1,
      size: 1,
      mode: 'extended',
      results: [{ ip: '192.0.2.1', title: 'Login' }],
    })
    const csv = await run('search', 'country="FR"', '--fields', 'host,title', '--format', 'csv')
    expect(csv.out).toBe("host,title\r\nb.example.com,'=cmd|x\r\n")
  })

  it('never lets a record’s control characters reach the terminal', async () => {
    const finished = await run('search', 'port="23"', '--full', '--fields', 'host,title')
    expect(finished.out).toContain('\\x1b]0;owned\\x07')
    expect(finished.out).not.toContain('\u0007')
  })

  it('explains why nothing matches, and says how where it was not asked to', async () => {
    const finished = await run('search', 'port="23" && title="Logni"', '--explain')
    expect(finished.code).toBe(0)
    expect(finished.error).toMatch(/port="23" +0 +0/)
    expect(finished.error).toContain('title="Logni": 0; title="Login": 1\n')
    const older = await run('search', 'port="23"', '--explain')
    expect(older.error).toContain('1 older record would match; add --full to search them\n')
    const foreign = await run('search', 'http.favicon.hash:5', '--explain')
    expect(foreign.error).toContain('as a query of shodan: icon_hash="5"\n')
    expect((await run('search', 'port="23"')).error).toContain('use --explain to see why')
  })

  it('shows the place of a mistake with carets', async () => {
    const finished = await run('search', 'port="443" && titel="x"')
    expect(finished.code).toBe(1)
    expect(finished.error).toContain('port="443" && titel="x"\n              ^^^^^\n')
    expect(finished.error).toContain('did you mean `title`')
  })

  it('answers a wrong option with its range and exit code 2', async () => {
    const finished = await run('search', 'x', '--size', '0')
    expect(finished.code).toBe(2)
    expect(finished.error).toContain('--size takes a whole number from 1 to 10000')
    expect(finished.error).toContain('--help shows what there is, with examples')
  })
})

describe('export', () => {
  it('is written as a report, with the query of every number', async () => {
    const file = join(directory, 'report.html')
    const made = await run('report', 'port="443,80"', '--full', '--title', 'Two <ports>', '--out', file)
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^wrote .*report\.html \(\d+\.\d KB\)\n$/)
    const html = readFileSync(file, 'utf8')
    expect(html).toContain('<h1>Two &lt;ports&gt;</h1>')
    expect(html).toContain('<th scope="row">Matches</th><td class="n">2</td><td class="n">2</td>')
    expect(html).toContain('(port=&quot;443,80&quot;) &amp;&amp; country==&quot;DE&quot;')
    expect(html).not.toContain('<script')
  })

  it('is assessed by a library of published queries, each run or listed with its reason', async () => {
    const library = join(directory, 'library')
    mkdirSync(library)
    const made = (name: string, platform: string, ...queries: string[]) => ({
      ...{ name, vendor: 'Acme', type: 'product' },
      engines: [{ platform, queries }],
    })
    const products = [
      made('Door <b>', 'shodan', 'http.title:"login"', 'http.title:"nothing like it"'),
      made('Old', 'fofa', 'title="owned" && port="23"'),
      made('Absent', 'fofa', 'body="absent"', 'titel="x"'),
      made('Elsewhere', 'github', 'filename:x'),
    ]
    writeFileSync(join(library, 'one.json'), JSON.stringify(products.slice(0, 2)))
    writeFileSync(join(library, 'two.json'), JSON.stringify(products.slice(2)))
    const file = join(directory, 'assessment.html')
    const done = await run('assess', library, '--full', '--out', file)
    expect([done.code, done.out]).toEqual([0, ''])
    expect(done.error).toContain('2 of 4 products found; 4 queries run, 2 not run\n')
    const html = readFileSync(file, 'utf8')
    expect(html).toContain('<h3>Door &lt;b&gt; <small>Acme</small></h3>')
    expect(html).toContain('1 Records · 1 Addresses · First seen 2026-11-01')
    expect(html).toContain(
      '<th scope="row">https://a.example.com</th><td class="n">2026-11-01</td><td><small>title</small> Login</td>',
    )
    expect(html).toContain('<th scope="row">Login pages</th><td class="n">1</td><td class="n">1</td>')
    expect(html).toContain('<td><small>title</small> old \\x1b]0;owned\\x07</td>')
    expect(html).toContain('queries of github cannot be translated')
    expect(html).toContain('unknown field `titel`')
    expect(html).not.toMatch(/<script|Absent<\/h3>/)
    const audited = await run('audit', library, '--full')
    expect([audited.code, audited.error]).toEqual([0, done.error])
    expect(audited.out).toContain('<h3>Door &lt;b&gt; <small>Acme</small></h3>')
    writeFileSync(join(library, 'one.json'), '{"name":"x"}')
    expect((await run('assess', library)).error).toContain('is not a library of queries; it must be JSON')
    rmSync(join(library, 'one.json'))
    rmSync(join(library, 'two.json'))
    expect((await run('assess', library)).error).toContain('has no file *.json')
  })

  it('writes every match, and what it writes can be imported again', async () => {
    const out = join(directory, 'out.ndjson')
    const finished = await run(
      'export',
      'port!="0"',
      '--full',
      '--out',
      out,
      '--json',
      '--fields',
      'host,ip,port,title,lastupdatetime',
    )
    expect(JSON.parse(finished.out)).toMatchObject({ rows: 5 })
    const again = await runCommand(['import', out, '--data', join(directory, 'second'), '--json'])
    expect(JSON.parse(again.out)).toMatchObject({ observations: 5, added: 5, rejects: 0 })
  })
})

describe('translate', () => {
  it('prints the query alone, and what was lost beside it', async () => {
    const finished = await runCommand(['translate', 'port:22 scan:abc'])
    expect(finished).toMatchObject({ code: 0, out: 'port="22"\n' })
    expect(finished.error).toBe(
      'port:22 scan:abc\n        ^^^^^^^^\n' +
        'lost: `scan:abc` is left out: scans are a matter of Shodan accounts; the query finds more records than meant\n',
    )
  })

  it('fails when nothing is left, so that nothing is searched by accident', async () => {
    expect(await runCommand(['translate', 'postal:80331'])).toMatchObject({ code: 1, out: '' })
  })

  it('prints all of it as JSON', async () => {
    const { out } = await runCommand(['translate', '--from', 'quake', 'app:"x"', '--json'])
    expect(JSON.parse(out)).toEqual({ from: 'quake', to: 'periplus', query: 'product="x"', notes: [] })
  })
})

describe('accounts', () => {
  const account = async (...args: string[]): Promise<Record<string, unknown>> => {
    const finished = await run('account', ...args, '--json')
    if (finished.code !== 0) throw new Error(finished.error)
    return JSON.parse(finished.out) as Record<string, unknown>
  }

  it('are created with e-mail and key in one JSON object, changed, and listed', async () => {
    const created = await account('create', '--email', 'Ada@example.com', '--level', 'member', '--coins', '7')
    expect(created).toMatchObject({
      email: 'Ada@example.com',
      level: 'member',
      coins: 7,
      dialect: 'documented',
    })
    expect(created['key']).toMatch(/^[0-9a-f]{32}$/)
    const rotated = await account('rotate-key', 'ada@example.com')
    expect(rotated['key']).not.toBe(created['key'])
    expect(rotated).toMatchObject({ rotated: 'first', not_rotated: ['live'] })
    const live = await account('rotate-key', 'ada@example.com', '--key', 'live')
    expect(live).toMatchObject({ rotated: 'live', not_rotated: ['first'] })
    await expect(account('rotate-key', 'ada@example.com', '--key', 'other')).rejects.toThrow(
      'the account has no key named `other`; it has `first`, `live`',
    )
    expect(await account('set', 'ada@example.com', '--dialect', 'live', '--coins', '3')).toMatchObject({
      dialect: 'live',
      coins: 10,
    })
    expect(await account('disable', 'ada@example.com')).toMatchObject({ disabled: true })
    expect(await account('list')).toMatchObject({ accounts: [{ email: 'Ada@example.com', disabled: true }] })
  })

  it('are not created twice', async () => {
    await account('create', '--email', 'twice@example.com')
    await expect(account('create', '--email', 'TWICE@example.com')).rejects.toThrow('exists already')
  })
})

describe('a data directory that a server owns', () => {
  let server: RunningCommand
  beforeAll(async () => {
    server = (await startServerProcess(data)).server
  })
  afterAll(() => server.kill())

  it('is searched, filled, exported and emptied through the server', async () => {
    const line = JSON.stringify({ ip: '192.0.2.77', port: 8081, title: 'through\u2028the socket' })
    await runCommand(['import', '-', '--data', data], line)
    expect((await search('title="the socket"', '--fields', 'ip')).results).toEqual([{ ip: '192.0.2.77' }])
    const exported = await run('export', 'title="the socket"', '--fields', 'ip')
    expect(exported.out).toBe('{"ip":"192.0.2.77"}\n')
    const refused = await run('delete', 'title="the socket"')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.error).toContain('1 record would go')
    const removed = await run('delete', 'title="the socket"', '--yes', '--json')
    expect(JSON.parse(removed.out)).toMatchObject({ removed: 1 })
    expect((await search('title="the socket"')).total).toBe(0)
  })

  it('keeps its mistakes in place over the socket', async () => {
    const finished = await run('search', 'titel="x"')
    expect(finished.error).toContain('titel="x"\n^^^^^\n')
  })

  it('is not opened a second time by another server', async () => {
    const second = await run('serve', '--port', '0')
    expect(second.code).toBe(1)
    expect(second.error).toMatch(/in use|process \d+/)
  })
})
