// One connection to the embedded engine: runs one statement at a time.
import { Session } from 'chdb'
import { AppError, outageOf } from '../../../error/index.ts'
import type { Statement } from '../../../sql/index.ts'
import { insertOf, type Rows, type Settings } from '../engine.ts'
import { setParameters, textLiteral } from './literal.ts'

const FORMAT = { format: 'JSONCompactEachRow' } as const

/**
 * One connection. The pool guarantees exclusive use. The engine keeps the rows that a failed statement had already printed, and
 * returns them before those of the next statement of its session: a session ends with its first failure.
 */
export class Connection {
  readonly #open: () => Session
  #session: Session | undefined

  constructor(path: string, serverSettings: readonly string[]) {
    this.#open = () => openSession(path, serverSettings)
    this.#session = this.#open()
  }

  /** Runs a statement and returns its result, one JSON array per line. */
  async query(statement: Statement, marker: string, settings: Settings): Promise<string> {
    const sets = setParameters(statement.params)
    const last = [sets.pop(), textOf(statement, marker, settings)].filter((text) => text !== undefined)
    return this.#whole(async (session) => {
      for (const set of sets) await session.queryAsync(set)
      const result = await session.queryAsync(last.join('; '), FORMAT)
      return result.text()
    })
  }

  /**
   * Runs a statement and yields its result in pieces of whole lines. When the reader leaves early, `onLeave` must stop the
   * statement; otherwise the stream does not end at once.
   */
  async *stream(
    statement: Statement,
    marker: string,
    settings: Settings,
    onLeave: () => void,
  ): AsyncGenerator<string> {
    const stream = await this.#whole(async (session) => {
      for (const set of setParameters(statement.params)) await session.queryAsync(set)
      return session.queryStream(textOf(statement, marker, settings), FORMAT)
    })
    const chunks = stream[Symbol.asyncIterator]()
    let left = true
    try {
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value.text()
      left = false
    } catch (error) {
      left = false
      throw error
    } finally {
      if (left) onLeave()
      stream.cancel()
    }
  }

  /** Runs a statement that returns nothing and takes no settings clause. Rows to insert must come from a SELECT. */
  async command(text: string): Promise<void> {
    refuseInlineRows(text)
    await this.#whole((session) => session.queryAsync(text, FORMAT))
  }

  /** Adds the rows of a file, one JSON array per line. */
  async insertFile(path: string, rows: Omit<Rows, 'bytes'>, settings: Settings): Promise<void> {
    const source = (structure: string): string =>
      `file(${textLiteral(path)}, JSONCompactEachRow${structure && `, ${textLiteral(structure)}`})`
    await this.command(`${insertOf(rows, source)}${clauseOf(settings)}`)
  }

  /** Runs a short statement at once and blocks. Works also while every thread of the process is busy. */
  commandNow(text: string): void {
    const session = this.#begin()
    try {
      session.query(text, FORMAT.format)
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    this.#session?.close()
    this.#session = undefined
  }

  async #whole<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = this.#begin()
    try {
      return await work(session)
    } catch (error) {
      this.close()
      throw error
    }
  }

  #begin(): Session {
    this.#session ??= this.#open()
    return this.#session
  }
}

function openSession(path: string, serverSettings: readonly string[]): Session {
  try {
    return new Session(path, { connectionArgs: serverSettings })
  } catch (error) {
    throw cannotOpen(error)
  }
}

/** The engine itself writes the reason to standard error. */
function cannotOpen(error: unknown): AppError {
  return (
    outageOf(error) ??
    new AppError(
      'unavailable',
      '503 Service Unavailable: the records cannot be opened, for the reason that the engine wrote above; where a file is damaged, restore the newest backup into a new directory',
      { cause: error },
    )
  )
}

/**
 * Fails for an INSERT with inline rows: the engine would first read the process's standard input for more rows. An INSERT from a
 * SELECT never does.
 */
function refuseInlineRows(text: string): void {
  if (/^\s*INSERT\b/i.test(text) && !/\bSELECT\b/i.test(text))
    throw new Error('an INSERT without a SELECT would read the standard input of this process')
}

/** The marker is a setting: for a statement with parameters the engine lists its own text, without comments. */
function textOf(statement: Statement, marker: string, settings: Settings): string {
  return `${statement.text}${clauseOf({ ...settings, log_comment: marker })}`
}

function clauseOf(settings: Settings): string {
  const clause = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`,
  )
  return clause.length > 0 ? ` SETTINGS ${clause.join(', ')}` : ''
}
