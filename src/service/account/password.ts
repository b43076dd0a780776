// Passwords: rules, argon2id hashes in the usual text form, and at most a few hashings at once because each takes memory.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { paramsError, rateError } from './failure.ts'

const LEAST = 10
const MOST = 256
// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 2
const WAITING = 200

const hashAsync = promisify(argon2)
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Checks a new password. Fails with `params` and the reason. */
export function checkPassword(password: string): void {
  if (password === '') throw paramsError('the password is empty')
  const length = password.length > 4 * MOST ? password.length : [...password].length
  if (length < LEAST || length > MOST)
    throw paramsError(`the password has ${length} characters, ${LEAST} to ${MOST} are taken`)
  if (new Set(password).size < 4) throw paramsError('the password repeats too few different characters')
}

/** Checks a new password and returns its hash. */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password)
  const salt = randomBytes(SALT_BYTES)
  const tag = await inTurn(() => derive(password, salt, COST, TAG_BYTES))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Whether the password is the one that was hashed. Takes as long when there is no hash, so that nobody learns that. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > 4 * MOST) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = HASH.exec(hash ?? NOBODY) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) throw new Error('a stored password hash is not readable')
  const found = await inTurn(() => derive(password, Buffer.from(salt, 'base64'), cost, expected.length))
  return timingSafeEqual(found, expected) && hash !== null
}

// What is compared with where there is no account or no password; nothing hashes to it that anybody knows.
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(TAG_BYTES))}`

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // The same password typed on two systems may arrive composed or decomposed.
  return hashAsync('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw rateError('too many people sign in at this moment', 5)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
