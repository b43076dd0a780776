import { describe, expect, it } from 'vitest'
import { readLine } from './line.ts'

describe('a line that naabu printed', () => {
  it.each([
    ['www.example.com:443', { host: 'www.example.com', port: 443 }],
    ['192.0.2.7:80 [cloudflare]', { host: '192.0.2.7', port: 80, 'cdn-name': 'cloudflare' }],
    ['\x1b[92m192.0.2.7:80\x1b[0m', { host: '192.0.2.7', port: 80 }],
    ['[2001:db8::7]:53', { host: '2001:db8::7', port: 53 }],
    ['2001:db8::7:53', { host: '2001:db8::7', port: 53 }],
  ])('%j names a port', (line, expected) => expect(readLine(line)).toEqual(expected))

  it.each(['', 'www.example.com', 'www.example.com:0', 'www.example.com:65536', 'http://x:80', 'a b:80'])(
    '%j does not',
    (line) => expect(readLine(line)).toBeUndefined(),
  )
})
