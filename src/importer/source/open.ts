// Opens files as decompressed inputs, one after the other: decompresses, opens containers, and keeps folders together that are one
// source. Files that cannot be inputs are skipped with the reason; nothing here stops an import.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'
import { makeSample, SAMPLE_SIZE } from '../detect.ts'
import type { Input, Sample } from '../importer.ts'
import { readBeside } from './beside.ts'
import { type ContainerEntry, tarEntries, ZipArchive } from './container.ts'
import { cutZipEntries } from './cut-zip.ts'
import { refusalOf, type Undoable, undo } from './decompress.ts'
import { DEEPEST, DEFAULT_LIMITS, type Expansion, guarded, guardedEntries, type Limits } from './guard.ts'
import { holdsMessages, withoutMessages } from './log.ts'
import { MAGIC_SIZE, wrappingOf } from './magic.ts'
import { respell, spellingOf } from './respell.ts'
import { ByteQueue, type Bytes } from './stream.ts'
import { safePath, TemporaryFolder } from './unpack.ts'
import { UnpackedEntries, type UnpackRules } from './unpacked.ts'
import { type FoundFile, filesBelow, readFailure, STANDARD_INPUT } from './walk.ts'

/** An input ready to be read. */
export interface OpenedInput extends Input {
  readonly kind: 'input'
  readonly sample: Sample
  /** Last modification in milliseconds UTC, of the entry if it was in a container; undefined for standard input. */
  readonly modified: number | undefined
  /** Whether the user named the file and it is not part of a container. */
  readonly given: boolean
  /** After reading: why its bytes ended early (cut, corrupt, unreadable), or undefined when they were complete. */
  readonly trouble: () => string | undefined
}

/** A file that is not an input, and why. */
interface PassedOver {
  readonly kind: 'passed'
  readonly name: string
  readonly reason: string
}

/** Progress of reading, for a progress line. */
export class ReadProgress {
  /** Bytes of all files on disk; undefined when one of them is a pipe. */
  readonly total: number | undefined
  /** Bytes read from disk so far, before decompression. */
  consumed = 0

  constructor(files: readonly FoundFile[]) {
    let total: number | undefined = 0
    for (const file of files)
      total = file.size === undefined || total === undefined ? undefined : total + file.size
    this.total = total
  }
}

/** Options of opening inputs. */
export interface OpenOptions extends UnpackRules {
  readonly limits?: Limits
  readonly progress?: ReadProgress
  /** What `-` reads; the process's standard input where absent. */
  readonly standardInput?: Bytes
  /** Called for each file before it is opened. */
  readonly onFile?: (file: FoundFile) => void
  /** Where containers are unpacked; the system's directory for temporary files where absent. */
  readonly temporary?: string
}

type Opened = OpenedInput | PassedOver

/** One stream being unwrapped. */
interface Layer {
  readonly name: string
  readonly queue: ByteQueue
  /** The file on disk that the queue reads from its first byte, if no wrapping has been removed yet. */
  readonly file: string | undefined
  readonly modified: number | undefined
  readonly given: boolean
  readonly depth: number
  /** Bytes of the file on disk, if the progress counts them and no wrapping has been removed yet. */
  readonly size: number | undefined
  /** Compressed bytes read so far, for the guard. */
  readonly compressed: () => number
  /** The bytes of the file on disk, and its unpacked bytes over all entries. */
  readonly whole: { readonly size: () => number; readonly expansion: Expansion }
  readonly beside: Input['beside']
}

/** Opens files one after the other. Each input must be read, or left, before the next is requested; then its stream is closed. */
export async function* openInputs(files: readonly FoundFile[], options: OpenOptions): AsyncGenerator<Opened> {
  const opener = new Opener(options)
  for (const file of files) {
    options.onFile?.(file)
    yield* opener.file(file, file.path === STANDARD_INPUT ? 'standard input' : file.path)
  }
}

class Opener {
  readonly #options: OpenOptions
  readonly #limits: Limits

  constructor(options: OpenOptions) {
    this.#options = options
    this.#limits = options.limits ?? DEFAULT_LIMITS
  }

  async *file(file: FoundFile, name: string, counted = true): AsyncGenerator<Opened> {
    if (file.problem !== undefined) {
      yield { kind: 'passed', name, reason: file.problem }
      return
    }
    const counter = { read: 0 }
    const onDisk = file.path !== STANDARD_INPUT
    const source = onDisk ? createReadStream(file.path, { highWaterMark: 256 * 1024 }) : this.#standardInput()
    yield* this.#closing({
      name,
      queue: new ByteQueue(this.#count(source, counter, counted)),
      file: onDisk && file.size !== undefined ? file.path : undefined,
      modified: file.modified,
      given: file.given,
      depth: 0,
      size: counted ? file.size : undefined,
      compressed: () => counter.read,
      whole: { size: () => Math.max(counter.read, file.size ?? 0), expansion: { bytes: 0 } },
      beside: onDisk ? (path, limit) => readBeside(dirname(file.path), path, limit) : async () => undefined,
    })
  }

  #standardInput(): Bytes {
    return this.#options.standardInput ?? process.stdin
  }

  async *#count(source: Bytes, counter: { read: number }, counted: boolean): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      counter.read += chunk.length
      if (counted && this.#options.progress !== undefined) this.#options.progress.consumed += chunk.length
      yield chunk
    }
  }

  async *#closing(layer: Layer): AsyncGenerator<Opened> {
    try {
      yield* this.#layer(layer)
    } finally {
      await layer.queue.close()
    }
  }

  async *#layer(layer: Layer): AsyncGenerator<Opened> {
    const wrapping = wrappingOf(await layer.queue.look(MAGIC_SIZE))
    if (wrapping === undefined) return yield* leaf(layer, this.#limits)
    const refusal = refusalOf(wrapping)
    if (refusal !== undefined) yield passed(layer, refusal)
    else if (layer.depth >= DEEPEST) yield passed(layer, `it is packed more than ${DEEPEST} times over`)
    else if (wrapping === 'tar') yield* this.#tar(layer)
    else if (wrapping === 'zip') yield* this.#zip(layer)
    else yield* this.#undone(layer, wrapping as Undoable)
  }

  async *#undone(layer: Layer, wrapping: Undoable): AsyncGenerator<Opened> {
    const inner = guarded(undo(wrapping, layer.queue.rest()), layer.compressed, this.#limits)
    yield* this.#closing({
      ...layer,
      queue: new ByteQueue(inner),
      file: undefined,
      size: undefined,
      depth: layer.depth + 1,
    })
  }

  async *#tar(layer: Layer): AsyncGenerator<Opened> {
    yield* this.#container(layer, tarEntries(layer.queue.rest()))
  }

  async *#zip(layer: Layer): AsyncGenerator<Opened> {
    // The directory of a zip file is at its end: a stream is written to disk first.
    const folder = layer.file === undefined ? await this.#temporaryFolder() : undefined
    let archive: ZipArchive | undefined
    try {
      const path = layer.file ?? (await folder?.write('stream.zip', layer.queue.rest(), undefined)) ?? ''
      archive = await ZipArchive.open(path).catch(() => undefined)
      // Without the directory the entries are found by scanning from one to the next.
      const entries = archive?.entries() ?? cutZipEntries(path)
      const { size } = await stat(path)
      yield* this.#container(layer, this.#countEntries(layer, guardedEntries(entries, size, this.#limits)))
    } catch (error) {
      yield passed(layer, troubleOf(error))
    } finally {
      archive?.close()
      await folder?.remove()
    }
  }

  /** A zip file is read from disk by its directory: the progress advances with each entry. */
  async *#countEntries(
    layer: Layer,
    entries: AsyncGenerator<ContainerEntry>,
  ): AsyncGenerator<ContainerEntry> {
    const { progress } = this.#options
    const before =
      progress === undefined || layer.size === undefined ? undefined : progress.consumed - layer.compressed()
    let read = 0
    for await (const entry of entries) {
      yield entry
      read += entry.compressed ?? 0
      if (progress !== undefined && before !== undefined)
        progress.consumed = before + Math.min(read, layer.size ?? 0)
    }
    if (progress !== undefined && before !== undefined) progress.consumed = before + (layer.size ?? 0)
  }

  /** The inputs of a container: those that can be read from the stream, then those that were unpacked. */
  async *#container(layer: Layer, entries: AsyncGenerator<ContainerEntry>): AsyncGenerator<Opened> {
    const unpacked = new UnpackedEntries(this.#options, () => this.#temporaryFolder())
    try {
      yield* this.#streamed(layer, entries, unpacked)
      if (unpacked.path !== undefined) yield* this.#unpacked(layer, unpacked.path)
    } finally {
      await unpacked.remove()
    }
  }

  async *#streamed(
    layer: Layer,
    entries: AsyncGenerator<ContainerEntry>,
    unpacked: UnpackedEntries,
  ): AsyncGenerator<Opened> {
    try {
      for await (const entry of entries) {
        const path = safePath(entry.name)
        if (path === undefined)
          yield passed(layer, `its entry \`${entry.name.slice(0, 200)}\` leads out of it and is left out`)
        else if (!isHidden(path)) {
          const left = await unpacked.take(path, entry)
          if (left !== undefined) yield* this.#entry(layer, path, left)
        }
      }
    } catch (error) {
      yield passed(layer, `${troubleOf(error)}; what came before was read`)
    }
  }

  async *#entry(layer: Layer, path: string, entry: ContainerEntry): AsyncGenerator<Opened> {
    const { compressed } = entry
    yield* this.#closing({
      ...layer,
      name: `${layer.name}/${path}`,
      queue: new ByteQueue(entry.bytes()),
      file: undefined,
      size: undefined,
      modified: entry.modified ?? layer.modified,
      given: false,
      depth: layer.depth + 1,
      compressed: compressed === undefined ? layer.compressed : () => compressed,
      beside: async () => undefined,
    })
  }

  async *#unpacked(layer: Layer, folder: string): AsyncGenerator<Opened> {
    for await (const file of filesBelow(folder, this.#options.anchors)) {
      const name = `${layer.name}/${relative(folder, file.path).replaceAll(sep, '/')}`
      for await (const opened of this.file(file, name, false)) yield opened
    }
  }

  #temporaryFolder(): Promise<TemporaryFolder> {
    return TemporaryFolder.make(this.#limits, this.#options.temporary)
  }
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function passed(layer: Layer, reason: string): PassedOver {
  return { kind: 'passed', name: layer.name, reason }
}

async function* leaf(layer: Layer, limits: Limits): AsyncGenerator<Opened> {
  const { queue, whole } = layer
  const head = await queue.look(SAMPLE_SIZE)
  if (head.length === 0 && queue.failure !== undefined) {
    yield passed(layer, troubleOf(queue.failure))
    return
  }
  let trouble: string | undefined
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* guarded(queue.rest(), whole.size, limits, whole.expansion)
    } catch (error) {
      trouble = troubleOf(error)
    }
  }
  const ends = queue.endsWithin(SAMPLE_SIZE)
  const spelling = spellingOf(head, ends)
  const spelled = (source: Bytes): Bytes => (spelling === undefined ? source : respell(source, spelling))
  const given = makeSample(
    layer.name,
    spelling === undefined ? new Uint8Array(head) : await collect(spelled(once(head))),
    ends,
  )
  const mixed = holdsMessages(given.text)
  yield {
    kind: 'input',
    name: layer.name,
    bytes: mixed ? withoutMessages(spelled(bytes())) : spelled(bytes()),
    beside: layer.beside,
    sample: mixed ? await cleanSample(given) : given,
    modified: layer.modified,
    given: layer.given,
    trouble: () => trouble,
  }
}

async function cleanSample({ name, bytes, whole }: Sample): Promise<Sample> {
  return makeSample(name, await collect(withoutMessages(once(bytes))), whole)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes)
}

async function collect(source: Bytes): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** What went wrong with a file, for people; errors of the program itself are thrown on. */
function troubleOf(error: unknown): string {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    throw error
  return readFailure(error)
}
