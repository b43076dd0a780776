// Commands find the accounts and the records that the server of a data directory uses, or say why not; they never make other ones.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { Processes } from '../support/serve.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-places-'))
const processes = new Processes()
afterAll(async () => {
  await processes.clean()
  rmSync(root, { recursive: true, force: true })
})

const ONE_LINE = /^periplus: [^\n]+\n$/

describe('periplus import', () => {
  it.each([['/no/such/scan.xml'], ['package.json', '--format', 'nonsense']])(
    'makes no data directory for a mistake: %s',
    async (...args) => {
      const missing = join(root, 'mistyped')
      const { code, error } = await runCommand(['import', ...args, '--data', missing])
      expect(code).toBe(1)
      expect(error).toMatch(ONE_LINE)
      expect(existsSync(missing)).toBe(false)
    },
  )
})

describe('periplus account', () => {
  const email = 'ada@example.com'
  it.each([
    ['list'],
    ['show', email],
    ['coins', email, 'grant', '5'],
    ['set-password', email],
    ['invitations'],
  ])('%s makes no data directory and no database', async (...args) => {
    const missing = join(root, 'missing')
    const nowhere = await runCommand(['account', ...args, '--data', missing])
    expect(nowhere.code).toBe(1)
    expect(nowhere.error).toMatch(ONE_LINE)
    expect(existsSync(missing)).toBe(false)
    const empty = join(root, 'empty')
    mkdirSync(empty, { recursive: true })
    const none = await runCommand(['account', ...args, '--data', empty])
    expect(none.code).toBe(1)
    expect(none.error).toMatch(/there are no accounts in .*periplus account create/)
    expect(readdirSync(empty)).toEqual([])
  })

  it('create says that it makes the first one', async () => {
    const data = join(root, 'new')
    const first = await runCommand(['account', 'create', '--email', email, '--data', data, '--json'])
    expect(first.code).toBe(0)
    expect(first.error).toMatch(/the first account of .*new`, kept in .*state\.sqlite/)
    expect(JSON.parse(first.out)).toMatchObject({ email })
    const second = await runCommand(['account', 'create', '--email', 'b@example.com', '--data', data])
    expect([second.code, second.error]).toEqual([0, ''])
    expect((await runCommand(['account', 'list', '--data', data])).out).toContain(email)
  })
})

describe('records that are on servers', () => {
  const data = join(root, 'remembered')
  it.each([
    ['search', 'port="1"'],
    ['import', join(root, 'scan.ndjson')],
    ['backup', '--out', join(root, 'backups')],
  ])('%s without the settings of the server is refused', async (...args) => {
    mkdirSync(data, { recursive: true })
    writeFileSync(join(root, 'scan.ndjson'), '{"ip":"192.0.2.1","port":80}\n')
    writeFileSync(join(data, 'records.json'), '{"kind":"servers","where":"ch1:8123,ch2:8123/periplus"}')
    const { code, error } = await runCommand([...args, '--data', data])
    expect(code).toBe(1)
    expect(error).toMatch(ONE_LINE)
    expect(error).toMatch(/on ClickHouse servers, `ch1:8123,ch2:8123\/periplus`.*PERIPLUS_STORE_URL/)
    expect(existsSync(join(data, 'records'))).toBe(false)
  })

  it('others than those of the running server are refused', async () => {
    const own = processes.newData()
    await processes.serve(own, ['--no-demo'])
    const PERIPLUS_STORE_URL = 'http://user:hidden@elsewhere:8123/periplus'
    const args = ['search', 'port="1"', '--data', own]
    const { code, error } = await runCommand(args, undefined, { PERIPLUS_STORE_URL })
    expect(code).toBe(1)
    expect(error).toMatch(/are in its directory `records`, but store\.url names `elsewhere:8123\/periplus`/)
    expect(error).not.toContain('hidden')
    expect(await runCommand(args)).toMatchObject({ code: 0 })
  })
})
