// The server's secret and what is derived from it: the keyed hash that finds an API key, the cipher that encrypts it, and keys for
// signed values of other modules. The database without the secret reveals no API key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { AppError } from '../../../error/index.ts'

const SECRET_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The secret in use. */
export interface Secret {
  /** Keyed hash, hexadecimal. */
  readonly hash: (text: string) => string
  /** Encrypts (AES-256-GCM). Decrypting needs the same `context`. */
  readonly seal: (text: string, context: string) => string
  /** Decrypts. A text that was not sealed with this secret and context is a broken invariant. */
  readonly unseal: (sealed: string, context: string) => string
  /** A 32-byte key for one purpose of the program (a constant word, never external input), always the same. */
  readonly derive: (purpose: string) => Buffer
  /** Identifies the secret without revealing anything about it; not changed by `hashingWith`. */
  readonly proof: string
  /** The key of `hash`. */
  readonly hashKey: Buffer
  /** The same secret with another key of `hash`: that of the secret which a database was first filled with. */
  readonly hashingWith: (hashKey: Buffer) => Secret
}

/** Reads the secret file, or creates it (mode 0600). Two processes that create it concurrently use the same one. */
export function openSecretFile(file: string): Secret {
  try {
    return secretOf(readSecret(file) ?? createSecret(file))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `cannot use the secret file \`${file}\`: ${reason}`, { cause })
  }
}

/** Uses the secret of a setting: at least 32 characters, ideally 64 random hexadecimal ones. */
export function openSecretText(text: string): Secret {
  if (text.length < 32)
    throw new AppError(
      'input',
      `the secret has ${text.length} characters, at least 32 are needed; \`openssl rand -hex 32\` makes a good one`,
    )
  return secretOf(text)
}

/** Writes a new secret to a file that does not exist (mode 0600), and returns it. */
export function createSecretFile(file: string): Secret {
  return secretOf(createSecret(file))
}

function readSecret(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new AppError(
    'input',
    `the secret file \`${file}\` does not hold 64 hexadecimal characters: restore it from a backup; without it no key can be read`,
  )
}

// Written completely under another name and then linked: a second process finds the complete secret of the first.
function createSecret(file: string): string {
  const text = randomBytes(SECRET_BYTES).toString('hex')
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, `${text}\n`)
    fsyncSync(handle)
    linkSync(draft, file)
    return text
  } catch (error) {
    const other = readSecret(file)
    if (other === undefined) throw error
    return other
  } finally {
    closeSync(handle)
    rmSync(draft, { force: true })
  }
}

function secretOf(text: string, ownHashKey?: Buffer): Secret {
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', text, '', `periplus ${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  // A key object is many times faster than its bytes, and every API call hashes once.
  const hashKey = createSecretKey(ownHashKey ?? derive('hash'))
  const sealKey = derive('seal')
  return {
    derive,
    proof: createHmac('sha256', derive('hash')).update('this is the secret of this database').digest('hex'),
    hashKey: hashKey.export(),
    hashingWith: (key) => secretOf(text, key),
    hash: (value) => createHmac('sha256', hashKey).update(value).digest('hex'),
    seal: (value, context) => seal(sealKey, value, context),
    unseal: (sealed, context) => unseal(sealKey, sealed, context),
  }
}

function seal(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** The signature of a text for one purpose. */
export function sign(secret: Secret, purpose: string, text: string): string {
  return createHmac('sha256', secret.derive(purpose)).update(text).digest('base64url')
}

/** Compares two texts in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
