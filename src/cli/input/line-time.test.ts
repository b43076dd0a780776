import { describe, expect, it } from 'vitest'
import { byHour, timeInLine } from './line-time.ts'

it.each([
  ['192.0.2.1 - - [10/Oct/2025:13:55:36 -0700] "GET / HTTP/1.1" 200 5', '2025-10-10T20:55:36.000Z'],
  ['192.0.2.1 - - [10/Oct/2025:13:55:36] "GET /"', '2025-10-10T13:55:36.000Z'],
  ['2025-10-10T13:55:36.123+02:00 sshd: 192.0.2.1', '2025-10-10T11:55:36.000Z'],
  ['2025-10-10 13:55:36,5 INFO 192.0.2.1', '2025-10-10T13:55:36.000Z'],
  ['1760104536.123 192.0.2.1 TCP_MISS/200', '2025-10-10T13:55:36.000Z'],
  ['{"ip":"192.0.2.1","t":1760104536123}', '2025-10-10T13:55:36.123Z'],
])('%s', (line, time) => expect(new Date(timeInLine(line) ?? 0).toISOString()).toBe(time))

it.each(['192.0.2.1 no time', '[99/Xyz/2025:13:55:36 +0000]', '2025-13-45T99:99:99Z', ''])(
  'finds none in %j',
  (line) => expect(timeInLine(line)).toBeUndefined(),
)

describe('lines by the hour', () => {
  async function groupsOf(...lines: readonly string[]) {
    async function* each(): AsyncGenerator<string> {
      yield* lines
    }
    const groups: (readonly [number | undefined, number])[] = []
    for await (const { time, lines: group } of byHour(each())) groups.push([time, group.length])
    return groups
  }

  it('without any time are tagged together, not one by one', async () => {
    expect(await groupsOf(...Array.from({ length: 1200 }, () => 'from 8.8.8.8'))).toEqual([
      [undefined, 500],
      [undefined, 500],
      [undefined, 200],
    ])
  })

  it('have the time of the line before them', async () => {
    const time = Date.UTC(2026, 0, 2, 3)
    const lines = ['a', '2026-01-02T03:00:00Z b', 'c', '2026-01-02T03:59:59Z d', '2026-01-02T04:00:00Z e']
    expect(await groupsOf(...lines)).toEqual([
      [undefined, 1],
      [time, 3],
      [time + 3_600_000, 1],
    ])
  })
})
