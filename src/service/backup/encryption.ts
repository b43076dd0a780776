// Backups encrypted to public keys, in the format of age. Whoever makes them needs no secret; only an identity opens them.
import { open, readFile } from 'node:fs/promises'
import { Decrypter, Encrypter, type Identity } from 'age-encryption'
import { AppError } from '../../error/index.ts'
import { damaged } from './manifest.ts'

/** A secret key of age, or a substitute for one. */
export type BackupIdentity = string | Identity

/** A backup to read, and the identities that may open it. */
export interface BackupFile {
  readonly path: string
  readonly identities?: readonly BackupIdentity[] | undefined
}

/** What encrypts one backup. */
export interface Encryption {
  readonly encrypt: (plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  /** Opens what was just written, to read it back; only this process has it. */
  readonly identity: Identity
}

const FIRST_LINE = 'age-encryption.org/v1\n'
/** The start of the last line of a header. */
const LAST_LINE = '\n---'
/** A header has at most a thousand recipients, and of those with post-quantum keys about two hundred. */
const HEADER_BYTES = 512 * 1024
const MOST_RECIPIENTS = 100

/** Encryption to recipients. Fails with `input` for a text that is not a public key of age. */
export function encryptionTo(recipients: readonly string[]): Encryption {
  refuseMixed(recipients)
  const encrypter = new Encrypter()
  for (const recipient of new Set(recipients)) addRecipient(encrypter, recipient)
  let fileKey: Uint8Array | null = null
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = key
      return []
    },
  })
  return {
    encrypt: (plain) => encrypted(encrypter, plain),
    identity: { unwrapFileKey: () => fileKey },
  }
}

async function* encrypted(
  encrypter: Encrypter,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* await encrypter.encrypt(ReadableStream.from(plain))
}

/** One recipient that a future computer can break would open the backup for it, whatever the others are. */
function refuseMixed(recipients: readonly string[]): void {
  if (recipients.length > MOST_RECIPIENTS)
    throw new AppError('input', `${recipients.length} recipients are given; a backup has at most 100`)
  const quantum = recipients.filter(isPostQuantum).length
  if (quantum === 0 || quantum === recipients.length) return
  throw new AppError(
    'input',
    'recipients `age1pq1…` (post-quantum) and `age1…` cannot be mixed: give only keys of one kind',
  )
}

const isPostQuantum = (recipient: string): boolean => recipient.startsWith('age1pq1')

function addRecipient(encrypter: Encrypter, recipient: string): void {
  if (/^AGE-SECRET-KEY-/i.test(recipient))
    throw new AppError(
      'input',
      'a recipient is a secret key (`AGE-SECRET-KEY-…`): give the public key, which `age-keygen -y FILE` prints, and keep the secret one away from this machine',
    )
  try {
    if (!/^age1(?:pq1)?[02-9ac-hj-np-z]+$/.test(recipient)) throw new Error('another kind of key')
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw new AppError(
      'input',
      `\`${shortened(recipient)}\` is not a public key of age (\`age1…\`, as \`age-keygen\` prints it)`,
      { cause },
    )
  }
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The recipients of a file: one a line, `#` starts a comment. */
export async function readRecipients(file: string): Promise<readonly string[]> {
  const recipients = linesOf(await readText(file, 'recipients'))
  if (recipients.length > 0) return recipients
  throw new AppError('input', `no recipient is in \`${file}\`: it has one public key (\`age1…\`) a line`)
}

/** The identities of a file as `age-keygen` writes it. Never shows a line of it. */
export async function readIdentities(file: string): Promise<readonly BackupIdentity[]> {
  const text = await readText(file, 'identities')
  if (text.startsWith(FIRST_LINE) || text.startsWith('-----BEGIN AGE'))
    throw new AppError(
      'input',
      `the identities in \`${file}\` are encrypted: decrypt the file first (\`age -d\`)`,
    )
  const identities = linesOf(text).map((line) => identityOf(line, file))
  if (identities.length > 0) return identities
  throw new AppError('input', `no identity is in \`${file}\`: it has one secret key of age a line`)
}

function identityOf(line: string, file: string): string {
  try {
    new Decrypter().addIdentity(line)
    return line
  } catch {
    // The error of the library may hold parts of the key.
    throw new AppError('input', `\`${file}\` has a line that is not a secret key (\`AGE-SECRET-KEY-…\`)`)
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `cannot read the ${what} in \`${file}\`: ${reason}`, { cause })
  }
}

/** Whether a file is encrypted. */
export async function isEncrypted(path: string): Promise<boolean> {
  return (await startOf(path, FIRST_LINE.length)) === FIRST_LINE
}

async function startOf(path: string, length: number): Promise<string> {
  await using file = await open(path)
  const start = Buffer.alloc(length)
  const { bytesRead } = await file.read(start, 0, length, 0)
  return start.toString('latin1', 0, bytesRead)
}

/** Decrypts the bytes of a file. Fails with `input` when no identity opens it, or when it was changed or cut. */
export async function* decrypted(
  { path, identities = [] }: BackupFile,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (identities.length === 0) throw noIdentity(path)
  // The library reads a header of any length into memory.
  if (!(await startOf(path, HEADER_BYTES)).includes(LAST_LINE)) throw changed(path)
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(ReadableStream.from(bytes))
  } catch (error) {
    throw isOfSystem(error) ? error : failureOf(path, error)
  }
}

function noIdentity(path: string): AppError {
  return new AppError('input', `\`${path}\` is encrypted: give the file of a secret key with --identity`)
}

function changed(path: string, cause?: unknown): AppError {
  return damaged(path, 'it was cut short or changed after it was encrypted', cause)
}

function failureOf(path: string, cause: unknown): AppError {
  const isWrongKey = cause instanceof Error && cause.message.startsWith('no identity matched')
  if (!isWrongKey) return changed(path, cause)
  return new AppError(
    'input',
    `no given identity opens \`${path}\`: it is encrypted to other recipients; nothing was changed`,
  )
}

/** Whether the system, and not the content, is the reason of a failure. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
