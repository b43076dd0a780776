// An authenticator in software: one passkey (ES256, attestation `none`) as WebAuthn Level 3 describes its answers.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What may be wrong with an answer. */
export interface Flaws {
  readonly origin?: string
  /** Whether the authenticator did not check its user. */
  readonly unverified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly key?: KeyObject
}

interface Asked {
  readonly challenge: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator with one passkey for a page. */
export class SoftAuthenticator {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #url: URL
  #userHandle = ''

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** The JSON form of a new credential. */
  create(options: Asked & { readonly user: { readonly id: string } }, flaws: Flaws = {}): string {
    this.#userHandle = options.user.id
    const size = Buffer.from([0, this.id.length])
    const credential = Buffer.concat([Buffer.alloc(16), size, this.id, this.#coseKey()])
    const authData = Buffer.concat([this.#head(flaws, HAS_CREDENTIAL), credential])
    // {"fmt": "none", "attStmt": {}, "authData": …}
    const object = [
      ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
      ...[text('authData'), bytes(authData)],
    ]
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, flaws).toString('base64url'),
      attestationObject: Buffer.concat(object).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The JSON form of an assertion. */
  get(options: Asked, flaws: Flaws = {}): string {
    const authData = this.#head(flaws, 0)
    const clientData = this.#clientData('webauthn.get', options, flaws)
    const hash = createHash('sha256').update(clientData).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), flaws.key ?? this.#keys.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: flaws.userHandle ?? this.#userHandle,
    })
  }

  #credential(response: object): string {
    const id = this.id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, { challenge }: Asked, { origin = this.#url.origin }: Flaws): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #head({ unverified = false, counter = 0 }: Flaws, more: number): Buffer {
    const rpIdHash = createHash('sha256').update(this.#url.hostname).digest()
    const flags = USER_PRESENT | (unverified ? 0 : USER_VERIFIED) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count])
  }

  /** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` (RFC 9053, 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  }
}

/** A text of up to 23 bytes in CBOR. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** A byte string of up to 255 bytes in CBOR. */
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value])
