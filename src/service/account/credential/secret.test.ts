import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openSecretFile, openSecretText } from './secret.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-secret-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('the secret', () => {
  it('is created once, readable by its owner only, and found again', () => {
    const file = join(directory, 'secret')
    const [one, two] = [openSecretFile(file), openSecretFile(file)]
    expect(one.hash('x')).toBe(two.hash('x'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(readdirSync(directory)).toEqual(['secret'])
  })

  it('seals and unseals, and detects another context, another secret and every changed bit', () => {
    const [one, two] = [openSecretText('a'.repeat(32)), openSecretText('b'.repeat(32))]
    const sealed = one.seal('text', 'context')
    expect(sealed).not.toBe(one.seal('text', 'context'))
    expect(one.unseal(sealed, 'context')).toBe('text')
    expect(() => one.unseal(sealed, 'other')).toThrow()
    expect(() => two.unseal(sealed, 'context')).toThrow()
    const bytes = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => one.unseal(changed.toString('base64url'), 'context')).toThrow()
    }
  })

  it('derives a separate key for each purpose', () => {
    const secret = openSecretText('a'.repeat(32))
    expect(secret.derive('csrf')).toEqual(secret.derive('csrf'))
    expect(secret.derive('csrf')).not.toEqual(secret.derive('device'))
    expect(secret.hash('a')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is refused with advice when it is short, damaged or unreadable', () => {
    const damaged = join(directory, 'damaged')
    writeFileSync(damaged, 'half a sec')
    expect(() => openSecretText('short')).toThrow('the secret has 5 characters, at least 32 are needed')
    expect(() => openSecretFile(damaged)).toThrow('does not hold 64 hexadecimal characters: restore it')
    expect(() => openSecretFile(directory)).toThrow(/cannot use the secret file .*EISDIR/)
    expect(() => openSecretFile(join(directory, 'no', 'secret'))).toThrow(
      /cannot use the secret file .*ENOENT/,
    )
  })
})
