// Backups encrypted to public keys: opened by their secret keys only, and checked without one as far as that is possible.
// PERIPLUS_TEST_AGE=/folder/of/age npx vitest run <this file> compares with the programs of age as well.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepNewest } from '../../../src/cli/backup/rotate.ts'
import {
  type BackupSource,
  describeBackup,
  makeBackup,
  readIdentities,
  readRecipients,
  restoreBackup,
  sidecarOf,
  verifyArchive,
  verifySealed,
} from '../../../src/service/backup/index.ts'
import { filledDirectory, restoreTarget } from '../../support/backup.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { VARIED_ASSETS } from '../../support/varied-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-encrypted-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = () => Date.UTC(2026, 10, 20)
let count = 0
const fresh = () => join(root, String(++count))

const written = (text: string): string => {
  const path = fresh()
  writeFileSync(path, text)
  return path
}

describe('a backup encrypted to two public keys', () => {
  let source: BackupSource
  let path: string
  let first: string
  let second: string
  let other: string
  beforeAll(async () => {
    ;[first, second, other] = await Promise.all([
      generateX25519Identity(),
      generateX25519Identity(),
      generateX25519Identity(),
    ])
    ;({ source } = await filledDirectory(fresh()))
    path = `${fresh()}.tar.age`
    const recipients = [await identityToRecipient(first), await identityToRecipient(second)]
    expect(await makeBackup(path, source, { now, recipients })).toMatchObject({ recipients: 2 })
  })

  it('shows nothing of its content, and is restored with either secret key', async () => {
    const bytes = readFileSync(path)
    expect(bytes.includes('ada@example.com')).toBe(false)
    expect(bytes.includes('manifest.json')).toBe(false)
    expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n')
    for (const identity of [first, second]) {
      const store = memoryStore([])
      const directory = fresh()
      const archive = { path, identities: [identity] }
      const summary = await restoreBackup(archive, restoreTarget(directory, store))
      expect(summary).toMatchObject({ records: VARIED_ASSETS.length, accounts: 1 })
      expect(readFileSync(join(directory, 'secret'), 'utf8')).toBe('ab'.repeat(32))
    }
  })

  it.each([
    ['no key', [], 'is encrypted: give the file of a secret key with --identity'],
    ['the key of somebody else', ['other'], 'no given identity opens'],
  ])('with %s is refused in one line, and nothing was changed', async (_, keys, message) => {
    const directory = fresh()
    const archive = { path, identities: keys.map(() => other) }
    await expect(restoreBackup(archive, restoreTarget(directory))).rejects.toThrow(message)
    expect(existsSync(directory)).toBe(false)
  })

  it('is checked without a key by the checksum beside it', async () => {
    expect(await verifySealed(path)).toMatchObject({ records: { rows: { records: VARIED_ASSETS.length } } })
    expect(await describeBackup(path)).toMatchObject({ state: { rows: { account: 1 } } })
    const alone = written(readFileSync(path, 'latin1'))
    await expect(verifySealed(alone)).rejects.toThrow('nothing can be checked without a secret key')
  })

  it('that was changed or cut anywhere is refused, with the key and without', async () => {
    const bytes = readFileSync(path)
    const wrong = `${fresh()}.tar.age`
    writeFileSync(sidecarOf(wrong), readFileSync(sidecarOf(path)))
    const change = fc.record({ at: fc.nat(bytes.length - 1), isCut: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, isCut }) => {
        const copy = Buffer.from(isCut ? bytes.subarray(0, at) : bytes)
        if (!isCut) copy[at] = (copy[at] ?? 0) ^ 1
        writeFileSync(wrong, copy)
        await expect(verifySealed(wrong)).rejects.toThrow('is damaged: it has another checksum')
        await expect(verifyArchive({ path: wrong, identities: [second] })).rejects.toThrow(
          /is damaged: .*; nothing was changed|no given identity opens/,
        )
      }),
      { numRuns: 15 },
    )
  })

  it('is removed by rotation together with the file beside it', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (const day of [1, 2, 3]) {
      const copy = join(folder, `periplus-2026010${day}T000000Z.tar.age`)
      writeFileSync(copy, readFileSync(path))
      writeFileSync(sidecarOf(copy), readFileSync(sidecarOf(path)))
    }
    const { removed, spared } = await keepNewest(folder, 2)
    expect({ removed, spared }).toEqual({ removed: ['periplus-20260101T000000Z.tar.age'], spared: [] })
    expect(readdirSync(folder)).toHaveLength(4)
  })
})

describe('a backup encrypted to a post-quantum key', () => {
  it('is opened by it, and has no other kind of key beside it', async () => {
    const { source } = await filledDirectory(fresh())
    const identity = await generateHybridIdentity()
    const recipient = await identityToRecipient(identity)
    const path = `${fresh()}.tar.age`
    await makeBackup(path, source, { now, recipients: [recipient] })
    expect(await verifyArchive({ path, identities: [identity] })).toMatchObject({ program: '1.2.3' })
    const plain = await identityToRecipient(await generateX25519Identity())
    const mixed = makeBackup(`${fresh()}.tar.age`, source, { now, recipients: [recipient, plain] })
    await expect(mixed).rejects.toThrow('cannot be mixed')
  })
})

describe('keys', () => {
  it('are read from files with comments', async () => {
    const identity = await generateX25519Identity()
    const recipient = await identityToRecipient(identity)
    const keys = written(`# created: 2026-01-01\r\n# public key: ${recipient}\n\n${identity}\n`)
    expect(await readIdentities(keys)).toEqual([identity])
    expect(await readRecipients(written(`# night\n ${recipient}\n`))).toEqual([recipient])
  })

  it.each([
    ['nothing', '# nothing\n', 'no identity is in'],
    ['another text', 'AGE-SECRET-KEY-1SECRETPART\n', 'has a line that is not a secret key'],
    ['an encrypted identity', 'age-encryption.org/v1\n', 'decrypt the file first'],
  ])('are refused where a file has %s, without showing it', async (_, text, message) => {
    const reading = readIdentities(written(text))
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.not.toThrow('SECRETPART')
  })

  it.each([
    ['a secret key', 'AGE-SECRET-KEY-1XYZ', 'is a secret key'],
    ['a key of SSH', 'ssh-ed25519 AAAA', 'is not a public key of age'],
    ['a key with a wrong letter', `age1${'q'.repeat(58)}`, 'is not a public key of age'],
  ])('%s is refused as a recipient, and nothing is written', async (_, recipient, message) => {
    const { source } = await filledDirectory(fresh())
    const path = `${fresh()}.tar.age`
    const making = makeBackup(path, source, { now, recipients: [recipient] })
    await expect(making).rejects.toThrow(message)
    await expect(making).rejects.not.toThrow('1XYZ')
    expect([existsSync(path), existsSync(sidecarOf(path))]).toEqual([false, false])
  })
})

const AGE = process.env['PERIPLUS_TEST_AGE'] ?? ''
const reason =
  AGE === '' ? ' (skipped: PERIPLUS_TEST_AGE does not name the folder of age and age-keygen)' : ''
describe.skipIf(AGE === '')(`the programs of age${reason}`, () => {
  it.each([[[]], [['-pq']]])('open our backups and encrypt them for us, with keys %s', async (options) => {
    const run = (name: string, args: readonly string[]) => execFileSync(join(AGE, name), args)
    const keys = fresh()
    run('age-keygen', [...options, '-o', keys])
    const recipient = run('age-keygen', ['-y', keys]).toString().trim()
    const { source } = await filledDirectory(fresh())
    const path = `${fresh()}.tar.age`
    await makeBackup(path, source, { now, recipients: [recipient] })
    const opened = fresh()
    run('age', ['-d', '-i', keys, '-o', opened, path])
    const manifest = await verifyArchive({ path: opened })
    const again = fresh()
    run('age', ['-r', recipient, '-o', again, opened])
    const identities = await readIdentities(keys)
    expect(await verifyArchive({ path: again, identities })).toEqual(manifest)
  })
})
