// Reads in a separate thread. A thread that fails or hangs is replaced by another one that continues after the failed position.
import { AppError } from '../../error/index.ts'
import { type FoundFile, STANDARD_INPUT } from '../../importer/index.ts'
import type { InputMark, ReadBatch } from './read-batch.ts'
import type { ReadFault, ReadRequest } from './read-request.ts'
import { ReadingFailed, ReadingWorker, type ReadPosition, type WatchOptions } from './reading-worker.ts'

/** Number of failed positions after which the import is aborted. */
const MOST_FAULTS = 50

/** Reads the inputs in a thread. Unreadable inputs and records are rejected with the reason, and reading continues. */
export async function* readInThread(request: ReadRequest, options: WatchOptions): AsyncGenerator<ReadBatch> {
  const marks = new Map(request.resume.map((mark) => [mark.name, mark] as const))
  let next = request
  for (let faults = 0; ; faults++) {
    const worker = new ReadingWorker(next, {
      ...options,
      standardInput: needsStandardInput(next) ? options.standardInput : undefined,
    })
    try {
      for await (const batch of worker.batches()) {
        for (const mark of batch.marks) marks.set(mark.name, mark)
        yield batch
      }
      return
    } catch (error) {
      if (!(error instanceof ReadingFailed)) throw error
      if (faults >= MOST_FAULTS) throw tooManyFaults(error)
      next = behind(next, error, [...marks.values()])
    } finally {
      await worker.close()
    }
  }
}

function tooManyFaults(error: ReadingFailed): AppError {
  const reason = `reading failed at more than ${MOST_FAULTS} places, the last time with: ${error.message}`
  return new AppError('input', `${reason}; import the files one by one to find those that cannot be read`)
}

function needsStandardInput({ files }: ReadRequest): boolean {
  return files.some(({ path, problem }) => path === STANDARD_INPUT && problem === undefined)
}

/** What remains to be read after a failure. */
function behind(request: ReadRequest, failed: ReadingFailed, marks: readonly InputMark[]): ReadRequest {
  const { position, message } = failed
  const at = request.files.findIndex(({ path }) => path === position.file)
  const file = request.files[at]
  // Before the first file is opened nothing can be skipped.
  if (file === undefined) throw failed
  const { input } = position
  const known = request.faults.some((fault) => isSame(fault, position))
  // Without an input, at the same position again, or when the input cannot be read again, the whole file is rejected.
  if (input === undefined || known || file.path === STANDARD_INPUT) {
    const problem = reasonOf(message, file.path, marks)
    return { ...request, files: filesFrom(request.files, at, problem), resume: marks }
  }
  const fault: ReadFault = { ...position, input, reason: reasonAt(message, position) }
  return {
    ...request,
    files: filesFrom(request.files, at),
    resume: marks,
    faults: [...request.faults, fault],
  }
}

/** The files to read again, except what was sent already; standard input can be read only once. */
function filesFrom(files: readonly FoundFile[], at: number, problem?: string): readonly FoundFile[] {
  return files.flatMap((file, index) => {
    if (index < at && file.path === STANDARD_INPUT) return []
    return index === at && problem !== undefined ? [{ ...file, problem }] : [file]
  })
}

function isSame(fault: ReadFault, { input, step, readings }: ReadPosition): boolean {
  return fault.input === input && fault.step === step && fault.readings === readings
}

function reasonAt(message: string, { step }: ReadPosition): string {
  switch (step) {
    case 'open':
      return `${message} while its format was looked for; it is left out`
    case 'read':
      return `${message} after this position; the rest of this input is left out`
    case 'enrich':
      return `${message} at this record; it is left out`
  }
}

function reasonOf(message: string, path: string, marks: readonly InputMark[]): string {
  if (path === STANDARD_INPUT)
    return `${message}; records just before that position may be missing too: save the input to a file and import that`
  const some = marks.some(({ name, readings }) => name.startsWith(path) && readings > 0)
  return some ? `${message}; what came before was read` : message
}
