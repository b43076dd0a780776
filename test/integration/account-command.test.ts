// `periplus account …` as an operator uses it, in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'

const data = mkdtempSync(join(tmpdir(), 'periplus-account-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** Runs `periplus account …` and resolves to what it printed, or to the failure's text. */
async function account(...args: readonly string[]): Promise<string> {
  let out = ''
  const terminal = {
    out: (text: string) => {
      out += text
    },
    error: (text: string) => {
      out += text
    },
    interactive: false,
    width: 120,
    data: () => undefined,
    drained: async () => {},
  }
  const context = { terminal, confirm: async () => false, signal: new AbortController().signal }
  const program = await createProgram(context)
  for (const part of program.commands.flatMap((one) => [one, ...one.commands]))
    part.configureOutput({ writeErr: terminal.error })
  try {
    await program.parseAsync(['account', ...args, '--data', data], { from: 'user' })
  } catch (error) {
    return out + (error instanceof Error ? error.message : String(error))
  }
  return out
}

async function asJson(...args: readonly string[]): Promise<unknown> {
  return JSON.parse(await account(...args, '--json'))
}

beforeAll(async () => {
  await account('create', '--email', 'ada@example.com', '--coins', '10')
})

it('gives, takes and refunds coins with a reason, which the ledger and the audit trail keep', async () => {
  expect(await account('coins', 'ada@example.com', 'grant', '5', '--reason', 'thanks')).toBe('15 coins\n')
  expect(await account('coins', 'ada@example.com', 'take', '3')).toBe('12 coins\n')
  expect(await asJson('coins', 'ada@example.com', 'refund', '1', '--reason', 'wrong')).toMatchObject({
    coins: 13,
  })
  expect(await asJson('ledger', 'ada@example.com')).toMatchObject({
    entries: [
      { kind: 'refund', amount: 1, note: 'wrong', by: null },
      { kind: 'correction', amount: -3, note: '' },
      { kind: 'grant', amount: 5, note: 'thanks' },
      { kind: 'grant', amount: 10, note: 'first coins' },
    ],
  })
  expect(await asJson('audit', 'ada@example.com', '--action', 'coins.refund')).toMatchObject({
    entries: [{ actor: 'operator', subject: 'ada@example.com', detail: { amount: 1, note: 'wrong' } }],
  })
  expect(await account('ledger', 'ada@example.com', '--limit', '1')).toMatch(/refund.+wrong/)
})

it.each([
  [['coins', 'ada@example.com', 'take', '99'], '13 coins, 0 of them reserved by running calls'],
  [['coins', 'ada@example.com', 'grant', '0'], '<n> takes a whole number from 1 to 1000000000'],
  [['coins', 'ada@example.com', 'grant', '1.5'], '<n> takes a whole number from 1 to 1000000000'],
  [['coins', 'ada@example.com', 'grant', '1000000001'], '<n> takes a whole number from 1 to 1000000000'],
  [['coins', 'ada@example.com', 'steal', '1'], 'action takes grant, take, refund'],
  [['coins', 'bob@example.com', 'grant', '1'], 'no account with the e-mail `bob@example.com` exists'],
  [['set', 'ada@example.com', '--level', 'member', '--level-until', '2020-01-01'], 'is in the past'],
  [['set', 'ada@example.com', '--level-until', 'soon'], '--level-until takes a date such as 2027-12-31'],
  [['set', 'ada@example.com', '--level', 'gold'], '--level takes free, member, enterprise'],
  [['create', '--email', 'ADA@example.com'], 'an account with the e-mail `ADA@example.com` exists already'],
  [['create', '--email', `${'a'.repeat(300)}@example.com`], '[-4] Params Error'],
  [['create', '--email', 'a\u202eb@example.com'], 'U+202E'],
  [['create', '--email', 'bob@example.com', '--coins', '-1'], '--coins takes a whole number'],
  [['invite', '--email', 'nobody'], '[-4] Params Error'],
  [['withdraw-invitation', '99'], 'there is no unused invitation `99`'],
])('refuses %j and changes nothing', async (args, text) => {
  const before = [await asJson('list'), await asJson('audit'), await asJson('invitations')]
  expect(await account(...args)).toContain(text)
  expect([await asJson('list'), await asJson('audit'), await asJson('invitations')]).toEqual(before)
})

it('sets the end of a level and takes it away', async () => {
  const ended = await asJson('set', 'ada@example.com', '--level', 'member', '--level-until', '2099-12-31')
  expect(ended).toMatchObject({ level: 'member', level_until: '2099-12-31 23:59:59' })
  expect(await asJson('set', 'ada@example.com', '--no-level-until')).toMatchObject({
    level: 'member',
    level_until: null,
  })
})

it('disables an account where there is no administrator at all', async () => {
  expect(await asJson('disable', 'ada@example.com')).toMatchObject({ disabled: true })
  expect(await asJson('enable', 'ada@example.com')).toMatchObject({ disabled: false })
})

it('invites, lists and withdraws', async () => {
  const link = await asJson('invite', '--email', 'eve@example.com', '--level', 'member', '--coins', '3')
  expect(link).toMatchObject({ path: expect.stringMatching(/^\/register#[\w-]{43}$/) as string })
  expect(await asJson('invitations')).toMatchObject({
    invitations: [{ id: 1, account: 'eve@example.com', level: 'member', coins: 3, used: false }],
  })
  expect(await account('withdraw-invitation', '1')).toBe('invitation 1 is withdrawn\n')
  expect(await account('invitations')).toBe('no invitations\n')
})

it('prints links on the address that the settings give the server', async () => {
  const here =
    /^http:\/\/127\.0\.0\.1:8420\/(?:password|register)#[\w-]{43}\nopen it before .* UTC; it works once/
  expect(await account('set-password', 'ada@example.com')).toMatch(here)
  expect(await account('invite')).toMatch(here)
})

it('reports use and networks', async () => {
  expect(await asJson('usage')).toEqual({ usage: [] })
  expect(await account('usage', 'ada@example.com')).toBe('no usage\n')
  expect(await asJson('networks', '--least', '1', '--days', '7')).toEqual({ networks: [] })
})
