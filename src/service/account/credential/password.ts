// Passwords: rules, argon2id hashes in the standard text form, and a limit on concurrent hashing, because each hash needs memory.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { trimTail } from '../../../util/index.ts'
import { paramsError, rateError } from '../failure.ts'

const LEAST = 10
const MOST = 256
const TAG_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 2
const WAITING = 200

const hashAsync = promisify(argon2)
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** The cost of one hash: KiB of memory, passes over it, lanes. */
interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Checks a new password. Fails with `params` and the reason. */
function checkPassword(password: string): void {
  if (password === '') throw paramsError('the password is empty')
  const length = password.length > 4 * MOST ? password.length : [...password].length
  if (length < LEAST || length > MOST)
    throw paramsError(`the password has ${length} characters, ${LEAST} to ${MOST} are allowed`)
  if (isCommon(password)) throw paramsError('the password is one of the first that anybody would guess')
  if (new Set(password).size < 4) throw paramsError('the password repeats too few different characters')
}

/** Words that people combine when a password must be long. */
const COMMON_PARTS = [
  ...[
    'password',
    'passwort',
    'passw0rd',
    'p@ssw0rd',
    'motdepasse',
    'contraseña',
    'welcome',
    'letmein',
    'iloveyou',
  ],
  ...[
    'qwertyuiop',
    'qwertzuiop',
    'azertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'yxcvbnm',
    'qwerty',
    'qwertz',
    '1q2w3e4r5t',
  ],
  ...[
    'changeme',
    'administrator',
    'admin',
    'root',
    'secret',
    'default',
    'periplus',
    'abcdefghij',
    'abcdef',
    'abc',
  ],
]

const DIGITS = '01234567890123456789'
const DIGITS_BACK = '98765432109876543210'

/** Whether a password consists only of common words, consecutive digits, a year, and signs. */
function isCommon(password: string): boolean {
  const lower = password.slice(0, MOST).toLowerCase()
  const rest = COMMON_PARTS.reduce((text, part) => text.replaceAll(part, ''), lower)
  if (!/^[0-9!?.,_#$*@ -]*$/.test(rest)) return false
  const digits = rest.replace(/[^0-9]/g, '')
  return DIGITS.includes(digits) || DIGITS_BACK.includes(digits) || /^(?:19|20)\d\d$/.test(digits)
}

/** Who waits for hashing: users known by their session or browser, or strangers. */
export type Waiting = 'known' | 'stranger'

/**
 * Hashes and compares passwords with limited concurrency. Other calls queue, and a full queue is refused with `rate`. Known users
 * are served first, so strangers cannot delay them.
 */
export class Passwords {
  readonly #cost: PasswordCost
  /** Compared with when the account does not exist or has no password; no known password has this hash. */
  readonly #nobody: string
  readonly #lines: Readonly<Record<Waiting, (() => void)[]>> = { known: [], stranger: [] }
  #running = 0

  constructor(cost: PasswordCost = PASSWORD_COST) {
    this.#cost = cost
    this.#nobody = print(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
  }

  /** Checks a new password and returns its hash. */
  async hash(password: string): Promise<string> {
    checkPassword(password)
    const salt = randomBytes(SALT_BYTES)
    const tag = await this.#exclusively(() => derive(password, salt, this.#cost, TAG_BYTES))
    return print(this.#cost, salt, tag)
  }

  /** Whether the password matches the hash. Takes as long without a hash, so that timing reveals nothing. */
  async isRight(password: string, hash: string | null, who: Waiting = 'stranger'): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = HASH.exec(hash ?? this.#nobody) ?? []
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const expected = Buffer.from(tag, 'base64')
    if (expected.length === 0) throw new Error('a stored password hash is not readable')
    // No stored password is that long; a hash is computed anyway.
    const text = password.length > 4 * MOST ? '' : password
    const found = await this.#exclusively(
      () => derive(text, Buffer.from(salt, 'base64'), cost, expected.length),
      who,
    )
    return timingSafeEqual(found, expected) && hash !== null
  }

  async #exclusively<Result>(work: () => Promise<Result>, who: Waiting = 'stranger'): Promise<Result> {
    if (this.#running < AT_ONCE) this.#running++
    else await this.#waitInLine(who)
    try {
      return await work()
    } finally {
      const next = this.#lines.known.shift() ?? this.#lines.stranger.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #waitInLine(who: Waiting): Promise<void> {
    const line = this.#lines[who]
    if (line.length >= WAITING) throw rateError('too many people sign in at this moment', 5)
    return new Promise((resolve) => line.push(resolve))
  }
}

function derive(password: string, nonce: Buffer, cost: PasswordCost, tagLength: number): Promise<Buffer> {
  // The same password typed on two systems may be composed or decomposed.
  return hashAsync('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })
}

function print({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function base64(bytes: Buffer): string {
  return trimTail(bytes.toString('base64'), '=')
}
