import { expect, it } from 'vitest'
import { timeInLine } from './line-time.ts'

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
