// The memory of answers that are being built or sent. A caller who reads slowly keeps an answer in memory for as long as it likes:
// when the memory is short, accounts that hold more give way to those that hold less.
import { AppError } from '../../error/index.ts'

/** The memory of one answer. */
export interface AnswerMemory {
  /** Bytes reserved and not yet released. */
  readonly taken: () => number
  /**
   * Reserves bytes; fails with code `unavailable` when the limit would be exceeded and no other account holds more than this one. After
   * `release` nothing is reserved: nobody would release it.
   */
  readonly take: (bytes: number) => void
  /** From now on the answer may be cut. */
  readonly send: () => void
  readonly release: () => void
}

/** Bytes of answers being built or sent, over all calls. */
export interface Allowance {
  /** The memory of an answer to an account; `cut` ends an answer that is being sent. */
  readonly open: (account: number, cut: () => void) => AnswerMemory
  /** Bytes reserved and not yet released. */
  readonly taken: () => number
}

interface Answer {
  readonly account: number
  readonly cut: () => void
  bytes: number
  isSent: boolean
  isReleased: boolean
}

/** Creates an allowance of `limit` bytes, so that many long answers to slow callers do not fill the memory. */
export function createAllowance(limit: number): Allowance {
  const answers = new Answers()
  const makeRoom = (account: number, bytes: number): void => {
    while (answers.total + bytes > limit) {
      const cut = bytes > limit ? undefined : answers.firstBeyond(answers.heldBy(account) + bytes)
      if (cut === undefined) throw tooMany()
      answers.change(cut, -cut.bytes)
      cut.cut()
    }
  }
  return {
    open: (account, cut) => {
      const answer: Answer = { account, cut, bytes: 0, isSent: false, isReleased: false }
      return {
        taken: () => answer.bytes,
        take: (bytes) => {
          if (answer.isReleased) return
          makeRoom(account, bytes)
          answers.change(answer, bytes)
        },
        send: () => {
          answer.isSent = true
        },
        release: () => {
          answer.isReleased = true
          answers.change(answer, -answer.bytes)
        },
      }
    },
    taken: () => answers.total,
  }
}

/** The answers that hold memory, in the order of their beginning. */
class Answers {
  readonly #answers = new Set<Answer>()
  readonly #held = new Map<number, number>()
  total = 0

  heldBy(account: number): number {
    return this.#held.get(account) ?? 0
  }

  change(answer: Answer, bytes: number): void {
    const held = this.heldBy(answer.account) + bytes
    answer.bytes += bytes
    this.total += bytes
    if (answer.bytes === 0) this.#answers.delete(answer)
    else this.#answers.add(answer)
    if (held === 0) this.#held.delete(answer.account)
    else this.#held.set(answer.account, held)
  }

  /** The first answer being sent to the account that holds the most, if that is more than `share`. */
  firstBeyond(share: number): Answer | undefined {
    let [most, first]: [number, Answer | undefined] = [share, undefined]
    for (const answer of this.#answers) {
      const held = this.heldBy(answer.account)
      if (!answer.isSent || held <= most) continue
      most = held
      first = answer
    }
    return first
  }
}

function tooMany(): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: too many long answers are running; try again in a few seconds or ask for a smaller size',
  )
}
