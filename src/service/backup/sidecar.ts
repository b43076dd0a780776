// The file beside an encrypted backup: what it holds and its checksum, for rotation and for checks without an identity. It is neither
// secret nor proof: only the encrypted manifest is.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { AppError } from '../../error/index.ts'
import { damaged, type Manifest, readManifest } from './manifest.ts'

/** A manifest without its entries, and the checksum of the encrypted file. */
interface Sidecar extends Manifest {
  readonly file: { readonly bytes: number; readonly sha256: string }
}

/** The path of the file beside an encrypted backup. */
export const sidecarOf = (path: string): string => `${path}.json`

/** Reads the file beside a backup; undefined where there is none. Fails with `input` for another content. */
export async function readSidecar(path: string): Promise<Sidecar | undefined> {
  const file = sidecarOf(path)
  const bytes = await readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (bytes === undefined) return undefined
  const sidecar = readManifest(bytes, file) as Manifest & Partial<Sidecar>
  if (typeof sidecar.file?.sha256 === 'string') return sidecar as Sidecar
  throw damaged(file, 'it has no checksum')
}

/** Compares an encrypted backup with the checksum beside it, without decrypting. Fails with `input`. */
export async function verifySealed(path: string, signal?: AbortSignal): Promise<Sidecar> {
  const sidecar = await readSidecar(path)
  if (sidecar === undefined)
    throw new AppError(
      'input',
      `\`${path}\` is encrypted and \`${sidecarOf(path)}\` is missing, so nothing can be checked without a secret key: give its file with --identity`,
    )
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024, signal })
  for await (const chunk of chunks) hash.update(chunk)
  if (hash.digest('hex') === sidecar.file.sha256) return sidecar
  throw damaged(path, 'it has another checksum than when it was written')
}
