import { describe, expect, it } from 'vitest'
import { hostKeyFingerprints, hostKeysIn } from './host-key.ts'

const DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

describe('fingerprints of SSH host keys', () => {
  it.each([
    ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU', DIGEST],
    ['sha256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', DIGEST],
    [DIGEST.toUpperCase(), DIGEST],
    ['3f:4c:8f:10:f1:ae:be:cd:31:24:7c:a1:4e:ab:84:6d', '3f4c8f10f1aebecd31247ca14eab846d'],
    ['MD5:3F:4c:8f:10:f1:ae:be:cd:31:24:7c:a1:4e:ab:84:6d', '3f4c8f10f1aebecd31247ca14eab846d'],
  ])('%s is %s', (text, digits) => {
    expect(hostKeyFingerprints([{ fingerprints: [text, text, undefined] }])).toEqual([digits])
  })

  it('are not made of what is neither key nor fingerprint', () => {
    const wrong = ['', 'aa:bb', 'SHA256:short', 'x'.repeat(64), DIGEST.slice(1)]
    expect(hostKeyFingerprints([{ key: 'no key', fingerprints: wrong }, { key: 'AAAA' }])).toBeUndefined()
    expect(hostKeyFingerprints([{ key: `AAAA${'A'.repeat(30_000)}` }])).toBeUndefined()
  })

  it('are found in the text that scanners print', () => {
    const text =
      '\n  3072 3f:4c:8f:10:f1:ae:be:cd:31:24:7c:a1:4e:ab:84:6d (RSA)\n  256 SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU (ED25519)'
    expect(hostKeyFingerprints(hostKeysIn(text))).toEqual(['3f4c8f10f1aebecd31247ca14eab846d', DIGEST])
    const keys = hostKeysIn(`ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)} name`)
    expect(hostKeyFingerprints(keys)).toHaveLength(2)
    expect(hostKeyFingerprints(hostKeysIn('ERROR: no keys'))).toBeUndefined()
  })
})
