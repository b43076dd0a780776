import { type ShareOf, withShare } from '../../store/index.ts'
import { type AdmissionLimits, type Running, Slots } from './slots.ts'
import type { Admission, Slot } from './types.ts'

/** An admission queue that also reports its load. */
export interface ObservedAdmission extends Admission {
  readonly running: () => number
  readonly waiting: () => number
}

/** Work that yielded this often is refused. */
const MOST_RESTARTS = 3

/**
 * Runs work in a bounded number of slots. While another account waits, none keeps more than a quarter of the slots (at least one):
 * its newest work is aborted and restarted later. Accounts whose work takes long are limited to the same share while others are
 * active. Refuses work rather than letting it wait too long.
 */
export function createAdmission(limits: AdmissionLimits): ObservedAdmission {
  const slots = new Slots(limits)
  const attempt = async <Result>(running: Running, work: () => Promise<Result>): Promise<Result> => {
    let finished = false
    try {
      const result = await work()
      finished = true
      return result
    } finally {
      slots.leave(running, finished)
    }
  }
  return {
    running: () => slots.running,
    waiting: () => slots.waiting,
    run: async (owner, work, signal) => {
      for (let restarts = 0; ; restarts++) {
        const running = await slots.enter(owner, signal)
        try {
          const share: ShareOf = (isSlow) => slots.shareOf(running, isSlow)
          return await attempt(running, () => withShare(share, () => work(slotOf(running, signal))))
        } catch (error) {
          const gaveWay = running.giveWay.signal.aborted && signal?.aborted !== true
          if (!gaveWay) throw error
          if (restarts === MOST_RESTARTS) throw slots.overloaded()
        }
      }
    },
  }
}

function slotOf(running: Running, signal: AbortSignal | undefined): Slot {
  const { signal: giveWay } = running.giveWay
  return {
    signal: signal === undefined ? giveWay : AbortSignal.any([signal, giveWay]),
    hold: (held) => {
      running.held = held
    },
  }
}
