// Backups of a server at work, restored into another data directory, and the server that starts there.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../../support/postgres.ts'
import { firstAccount, Processes, searchUrl } from '../../support/serve.ts'

const processes = new Processes()
afterEach(() => processes.clean())

/** Own NDJSON with as many records. */
function scanOf(count: number, from = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const ip = `198.18.${(number >> 8) & 255}.${number & 255}`
    return JSON.stringify({
      host: `${ip}:8080`,
      ip,
      port: 8080,
      title: `page ${number}`,
      lastupdatetime: 1_760_000_000 + number,
    })
  }).join('\n')
}

type Found = { readonly size: number; readonly results: readonly unknown[] }

async function found(url: string, account: { email: string; key: string }, page: number): Promise<Found> {
  const more = { size: '500', page: String(page), fields: 'host,ip,port,title,lastupdatetime', full: 'true' }
  const answer = await fetch(searchUrl(url, account, 'title="page"', more))
  const body = (await answer.json()) as Found & { error: boolean; errmsg?: string }
  expect(body.errmsg).toBeUndefined()
  return { size: body.size, results: body.results }
}

async function coins(url: string, { email, key }: { email: string; key: string }): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/info/my?${new URLSearchParams({ email, key })}`)
  const { fcoin, fofa_point, remain_api_query } = (await answer.json()) as Record<string, unknown>
  return { fcoin, fofa_point, remain_api_query }
}

describe('a backup of a server at work', () => {
  it('gives the same pages, total, balance and key after a restore and with a new secret', async () => {
    const data = processes.newData()
    const out = join(data, '..', 'backups')
    mkdirSync(out)
    const scan = join(data, '..', 'scan.ndjson')
    writeFileSync(scan, scanOf(1500))
    const server = await processes.serve(data, ['--no-demo'])
    await processes.outputOf(['import', scan, '--data', data])
    const account = firstAccount(data)
    const wanted = [await found(server.url, account, 1), await found(server.url, account, 3)]
    const balance = await coins(server.url, account)
    const made = JSON.parse(await processes.outputOf(['backup', '--data', data, '--out', out, '--json'])) as {
      file: string
      records: number
    }
    expect(made.records).toBe(1500)
    await expect(processes.outputOf(['secret', 'rotate', '--data', data])).rejects.toThrow('a server runs on')
    server.child.kill('SIGTERM')
    await server.ended
    const copy = processes.newData()
    await processes.outputOf(['restore', out, '--data', copy])
    expect(await processes.outputOf(['secret', 'rotate', '--data', copy])).toContain(
      'the secret was replaced',
    )
    const again = await processes.serve(copy)
    expect([await found(again.url, account, 1), await found(again.url, account, 3)]).toEqual(wanted)
    expect(await coins(again.url, account)).toEqual(balance)
    // An import that was whole before changes nothing after.
    expect(await processes.outputOf(['import', scan, '--data', copy])).toContain('1,500 unchanged')
  })

  it('during imports holds whole records of one moment, and an import that goes on there ends whole', async () => {
    const data = processes.newData()
    const out = join(data, '..', 'backups')
    mkdirSync(out)
    await processes.serve(data, ['--no-demo'])
    const scans = [0, 1, 2].map((number) => join(data, '..', `scan${number}.ndjson`))
    for (const [number, scan] of scans.entries()) writeFileSync(scan, scanOf(4000, number * 4000))
    const importing = processes.run(['import', ...scans, '--data', data])
    const made = await processes.outputOf(['backup', '--data', data, '--out', join(out, 'one.tar'), '--json'])
    expect(await importing.ended).toBe(0)
    const { records } = JSON.parse(made) as { records: number }
    const copy = processes.newData()
    await processes.outputOf(['restore', join(out, 'one.tar'), '--data', copy])
    const count = async (directory: string) =>
      (
        JSON.parse(
          await processes.outputOf(['search', 'port="8080"', '--full', '--json', '--data', directory]),
        ) as {
          total: number
        }
      ).total
    expect(await count(copy)).toBe(records)
    await processes.outputOf(['import', ...scans, '--data', copy])
    expect(await count(copy)).toBe(12_000)
  })

  it('keeps the given number, and refuses invalid numbers', async () => {
    const data = processes.newData()
    const out = join(data, '..', 'backups')
    mkdirSync(out)
    await processes.outputOf(['account', 'create', '--email', 'ada@example.com', '--data', data])
    for (const day of [1, 2, 3]) writeFileSync(join(out, `periplus-2026010${day}T000000Z.tar`), '')
    writeFileSync(join(out, 'mine.tar'), '')
    const keys = join(data, '..', 'key.txt')
    const identity = await generateX25519Identity()
    writeFileSync(keys, `${identity}\n`)
    const environment = { PERIPLUS_BACKUP_RECIPIENTS: await identityToRecipient(identity) }
    await processes.outputOf(['backup', '--data', data, '--out', out, '--keep', '2'], environment)
    const names = readdirSync(out).sort()
    expect(names).toHaveLength(4)
    expect(names.slice(0, 2)).toEqual(['mine.tar', 'periplus-20260103T000000Z.tar'])
    expect(names.slice(2)).toEqual([
      expect.stringMatching(/\.tar\.age$/),
      expect.stringMatching(/\.tar\.age\.json$/),
    ])
    await expect(
      processes.outputOf(['backup', '--data', data, '--out', join(out, 'mine.tar')]),
    ).rejects.toThrow('exists already')
    await expect(processes.outputOf(['backup', '--data', join(data, 'none'), '--out', out])).rejects.toThrow(
      'no data directory',
    )
    expect(existsSync(join(data, 'none'))).toBe(false)
    await expect(processes.outputOf(['restore', out, '--data', data])).rejects.toThrow('is not empty')
    expect(await processes.outputOf(['restore', out, '--check'])).toMatch(
      /^unchanged since it was written \(SHA-256\), said to hold 0 records and 1 account of /,
    )
    expect(await processes.outputOf(['restore', out, '--check', '--identity', keys])).toMatch(
      /^whole: 0 records and 1 account of /,
    )
  })

  it('is not served while its restore is unfinished', async () => {
    const data = processes.newData()
    mkdirSync(data)
    writeFileSync(join(data, 'restoring'), '')
    for (const args of [
      ['serve', '--port', '0'],
      ['search', 'port="1"'],
      ['account', 'list'],
      ['backup', '--out', join(data, 'x.tar')],
    ])
      await expect(processes.outputOf([...args, '--data', data])).rejects.toThrow('is being restored')
  })
})

const reason = NO_POSTGRES === undefined ? '' : ` (skipped: ${NO_POSTGRES})`
describe.skipIf(NO_POSTGRES !== undefined)(`a backup of accounts in PostgreSQL${reason}`, () => {
  it('restores into SQLite and back, with the same keys, balances and ids', async () => {
    const postgres = await startPostgres()
    try {
      const environment = { PERIPLUS_STATE_URL: await postgres.create() }
      const data = processes.newData()
      const create = ['account', 'create', '--email', 'ada@example.com', '--coins', '9', '--data', data]
      const output = await processes.outputOf([...create, '--json'], environment)
      // That it is the first account is said before, on standard error.
      const made = JSON.parse(output.slice(output.indexOf('{'))) as { key: string }
      const file = join(data, '..', 'one.tar')
      await processes.outputOf(['backup', '--data', data, '--out', file], environment)
      const copy = processes.newData()
      await processes.outputOf(['restore', file, '--data', copy])
      const server = await processes.serve(copy, ['--no-demo'])
      expect(
        await (
          await fetch(
            `${server.url}/api/v1/info/my?${new URLSearchParams({ email: 'ada@example.com', key: made.key })}`,
          )
        ).json(),
      ).toMatchObject({ error: false })
      const back = { PERIPLUS_STATE_URL: await postgres.create() }
      const second = join(data, '..', 'two.tar')
      await processes.outputOf(['backup', '--data', copy, '--out', second])
      const third = processes.newData()
      await processes.outputOf(['restore', second, '--data', third], back)
      expect(
        JSON.parse(await processes.outputOf(['account', 'list', '--data', third, '--json'], back)),
      ).toEqual(JSON.parse(await processes.outputOf(['account', 'list', '--data', copy, '--json'])))
      await expect(
        processes.outputOf(['restore', second, '--data', processes.newData()], back),
      ).rejects.toThrow('contains accounts already')
    } finally {
      await postgres.stop()
    }
  })
})
