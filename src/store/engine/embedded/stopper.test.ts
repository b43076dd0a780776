import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Stopper } from './stopper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bench() {
  const ends: (() => void)[] = []
  const command = vi.fn((_: string) => new Promise<void>((end) => ends.push(end)))
  const commandNow = vi.fn()
  const stopper = new Stopper({ patient: { command }, urgent: { commandNow } })
  return { stopper, command, commandNow, ends }
}

const kill = (...markers: readonly string[]): string =>
  `KILL QUERY WHERE ${markers.map((marker) => `startsWith(Settings['log_comment'], '${marker}')`).join(' OR ')} ASYNC`

it('stops statements in the background, and those requested meanwhile together', async () => {
  const { stopper, command, commandNow, ends } = bench()
  for (const marker of ['periplus 1;', 'periplus 2;', 'periplus 3;', 'periplus 2;']) stopper.stop(marker)
  expect(command.mock.calls).toEqual([[kill('periplus 1;')]])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(command.mock.lastCall).toEqual([kill('periplus 2;', 'periplus 3;')])
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(commandNow).not.toHaveBeenCalled()
})

it('stops them at once when no thread is free for a second, or when that fails', async () => {
  const { stopper, command, commandNow } = bench()
  stopper.stop('periplus 1;')
  await vi.advanceTimersByTimeAsync(999)
  expect(commandNow).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(commandNow.mock.calls).toEqual([[kill('periplus 1;')]])
  await vi.advanceTimersByTimeAsync(1000)
  expect(commandNow).toHaveBeenCalledOnce()
  stopper.stop('periplus 1;')
  stopper.stop('periplus 3;')
  await vi.advanceTimersByTimeAsync(1000)
  expect(commandNow.mock.calls.slice(1)).toEqual([[kill('periplus 1;', 'periplus 3;')]])
  const other = bench()
  other.command.mockRejectedValueOnce(new Error('no descriptor'))
  other.stopper.stop('periplus 2;')
  await vi.advanceTimersByTimeAsync(0)
  expect(other.commandNow.mock.calls).toEqual([[kill('periplus 2;')]])
  expect(command).toHaveBeenCalledOnce()
})

it('stops everything at the end, and is idle once nothing is being stopped', async () => {
  const { stopper, commandNow, ends } = bench()
  stopper.stop('periplus 1;')
  const ended = vi.fn()
  stopper.stopAll()
  void stopper.idle().then(ended)
  expect(commandNow.mock.calls).toEqual([[kill('periplus ')]])
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).not.toHaveBeenCalled()
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledOnce()
})
