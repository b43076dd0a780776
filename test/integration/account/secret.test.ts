// Rotation of the secret: what was stored stays usable with the next one only, and an interruption at any moment leaves one of the two.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openSecret } from '../../../src/cli/data/account-settings.ts'
import { dataFiles } from '../../../src/cli/data/data-directory.ts'
import { nextSecretFile } from '../../../src/cli/data/secret-file.ts'
import { readConfig } from '../../../src/config/index.ts'
import { codeAt } from '../../support/one-time-code.ts'
import {
  createSecretFile,
  OPERATOR,
  openAccounts,
  openSecretFile,
  openSecretText,
  rotateSecret,
} from '../../../src/service/account/index.ts'
import { publishFile } from '../../../src/disk/index.ts'
import { type AccountBench, describeAccounts, failureOf, SECRET } from '../../support/accounts.ts'

const NEXT = openSecretText('another secret of at least thirty-two characters')
const DAY = 86_400_000
const root = mkdtempSync(join(tmpdir(), 'periplus-secret-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const fresh = () => join(root, String(++count))

const rotate = ({ state, clock }: AccountBench, auditHead = fresh()) =>
  rotateSecret({ state, secret: SECRET, next: NEXT, now: clock.now, auditHead })

const reopened = ({ state, clock }: AccountBench, secret = NEXT) =>
  openAccounts({ state, secret, now: () => clock.now })

/** An account with everything that the secret protects, and two sealed days. */
async function filled(bench: AccountBench) {
  const { accounts, clock } = bench
  const input = { email: 'u@x', password: 'correct horse battery', address: '192.0.2.1' }
  const { account, key } = await accounts.createAccount(OPERATOR, input)
  const named = await accounts.createKey(OPERATOR, 'u@x', { name: 'scanner' })
  const { secret } = await accounts.beginSecondFactor(account)
  const codes = await accounts.confirmSecondFactor(account, { code: codeAt(secret, clock.now) })
  clock.now += DAY
  const { token } = await accounts.login({ ...input, code: codeAt(secret, clock.now) })
  await accounts.purge()
  return { input, account, key, named, secret, codes, token }
}

describeAccounts('a rotation of the secret', (open) => {
  it('keeps keys, second factor, recovery codes and audit trail, and ends sessions', async () => {
    const bench = await open()
    const { input, key, named, secret, codes, token } = await filled(bench)
    const before = await bench.accounts.revealKeys('u@x')
    expect(await rotate(bench)).toEqual({ keys: 2, factors: 1, sessionsEnded: 1 })
    await expect(reopened(bench, SECRET)).rejects.toThrow('the secret is not the one')
    const accounts = await reopened(bench)
    const call = (used: string) => accounts.authenticate({ email: 'u@x', key: used, address: undefined })
    expect(await call(key)).toMatchObject({ email: 'u@x' })
    expect(await call(named.key)).toMatchObject({ key: { name: 'scanner' } })
    expect(await accounts.revealKeys('u@x')).toEqual(before)
    expect(await accounts.findLogin(token)).toBeUndefined()
    bench.clock.now += DAY
    await accounts.login({ ...input, code: codeAt(secret, bench.clock.now) })
    await accounts.login({ ...input, code: codes[0] ?? '' })
    bench.clock.now += DAY
    await accounts.purge()
    const { days, head } = await accounts.verifyAudit()
    expect(head).toBe('agrees')
    expect(days.map(({ verdict }) => verdict)).toEqual(['intact', 'intact', 'intact'])
    await accounts.close()
  })

  it('can be repeated', async () => {
    const bench = await open()
    const { key } = await filled(bench)
    await rotate(bench)
    const third = openSecretText('a third secret of at least thirty-two characters')
    const now = bench.clock.now
    await rotateSecret({ state: bench.state, secret: NEXT, next: third, now, auditHead: fresh() })
    const accounts = await reopened(bench, third)
    expect(await accounts.authenticate({ email: 'u@x', key, address: undefined })).toMatchObject({
      email: 'u@x',
    })
    await accounts.close()
  })

  it('makes a process with the old secret refuse to store, and not to answer', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    const { account, key } = await filled(bench)
    await rotate(bench)
    for (const storing of [
      () => accounts.rotateKey(OPERATOR, 'u@x'),
      () => accounts.rotateNamedKey(OPERATOR, 'u@x', 2),
      () => accounts.createAccount(OPERATOR, { email: 'v@x' }),
      () => accounts.beginSecondFactor(account),
    ])
      expect((await failureOf(storing())).message).toContain('the secret was rotated while this process ran')
    expect(await accounts.authenticate({ email: 'u@x', key, address: undefined })).toMatchObject({
      email: 'u@x',
    })
    clock.now += DAY
    expect(await accounts.sealAudit()).toBe(false)
  })

  it('changes nothing where seals of the audit trail are missing', async () => {
    const bench = await open()
    await filled(bench)
    await bench.state.db.deleteFrom('audit_seal').execute()
    expect((await failureOf(rotate(bench))).message).toContain('were removed or replaced')
    expect(await bench.accounts.revealKeys('u@x')).toHaveLength(2)
    await (await reopened(bench, SECRET)).close()
  })

  it.each([false, true])('that was killed leaves one secret; after its commit: %s', async (isCommitted) => {
    const { state, clock, accounts } = await open()
    await accounts.close()
    await state.db.deleteFrom('meta').where('name', '=', 'secret_proof').execute()
    const directory = fresh()
    mkdirSync(directory)
    const config = readConfig({ flags: { data: directory } })
    const { secret: file, auditHead } = dataFiles(directory)
    const secret = openSecretFile(file)
    const first = await openAccounts({ state, secret, auditHead, now: () => clock.now })
    await first.recordAuditEvent(OPERATOR, { action: 'export' })
    clock.now += DAY
    await first.purge()
    await first.close()
    const next = createSecretFile(join(directory, 'draft'))
    const nextFile = nextSecretFile(file, next.proof)
    await publishFile(join(directory, 'draft'), nextFile)
    const text = readFileSync(nextFile, 'utf8')
    if (isCommitted) await rotateSecret({ state, secret, next, now: clock.now, auditHead })
    const opened = await openSecret(config, state)
    expect(opened.proof).toBe(isCommitted ? next.proof : secret.proof)
    expect(readFileSync(file, 'utf8') === text).toBe(isCommitted)
    expect(existsSync(nextFile)).toBe(!isCommitted)
    const again = await openAccounts({ state, secret: opened, auditHead, now: () => clock.now })
    expect((await again.verifyAudit()).head).toBe('agrees')
    await again.close()
    expect(readdirSync(directory)).toContain('audit-head')
  })
})
