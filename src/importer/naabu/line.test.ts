import { describe, expect, it } from 'vitest'
import { readLine } from './line.ts'

describe('a line that naabu printed', () => {
  it.each([
    ['www.example.com:443', { host: 'www.example.com', port: 443 }],
    ['192.0.2.7:80 [cloudflare]', { host: '192.0.2.7', port: 80, 'cdn-name': 'cloudflare' }],
    ['192.0.2.7:443 [tls12]', { host: '192.0.2.7', port: 443 }],
    ['www.example.com:443 [example.com] [Sample CA]', { host: 'www.example.com', port: 443 }],
    [
      '192.0.2.7:80 [http nginx/1.24.0] [cloudflare]',
      {
        host: '192.0.2.7',
        port: 80,
        'cdn-name': 'cloudflare',
        name: 'http',
        product: 'nginx',
        version: '1.24.0',
      },
    ],
    ['\x1b[92m192.0.2.7:80\x1b[0m', { host: '192.0.2.7', port: 80 }],
    ['[2001:db8::7]:53', { host: '2001:db8::7', port: 53 }],
    ['2001:db8::7:53', { host: '2001:db8::7', port: 53 }],
  ])('%j names a port', (line, expected) => expect(readLine(line)).toEqual(expected))

  it.each(['', 'www.example.com', 'www.example.com:0', 'www.example.com:65536', 'http://x:80', 'a b:80'])(
    '%j does not',
    (line) => expect(readLine(line)).toBeUndefined(),
  )
})
