import { describe, expect, it } from 'vitest'
import { readLine } from './line.ts'

const url = 'https://www.example.com'
const red = (text: string): string => `\x1b[31m${text}\x1b[0m`
const magenta = (text: string): string => `\x1b[35m${text}\x1b[0m`
const cyan = (text: string): string => `\x1b[36m${text}\x1b[0m`

describe('a line that httpx printed', () => {
  it.each([
    ['a bare address', url, { url }],
    ['status and length', `${url} [200] [8]`, { url, status_code: 200 }],
    [
      'the documented plain form',
      `${url} [200] [8] [Start page]`,
      { url, status_code: 200, title: 'Start page' },
    ],
    ['a title with brackets', `${url} [200] [8] [a [b] c]`, { url, status_code: 200, title: 'a [b] c' }],
    [
      'a server where the title would be',
      `${url} [200] [8] [nginx/1.24.0]`,
      { url, status_code: 200, webserver: 'nginx/1.24.0' },
    ],
    [
      'a server of several products',
      `${url} [200] [8] [Apache/2.4.58 (Ubuntu) PHP/8.2]`,
      { url, status_code: 200, webserver: 'Apache/2.4.58 (Ubuntu) PHP/8.2' },
    ],
    [
      'one word where the title would be',
      `${url} [200] [8] [cloudflare]`,
      { url, status_code: 200, unread: 1 },
    ],
    [
      'products where the title would be',
      `${url} [200] [8] [Google Font API,jQuery]`,
      { url, status_code: 200, unread: 1 },
    ],
    [
      'a title before products with versions',
      `${url} [200] [Welcome to nginx!] [Nginx:1.24.0,Ubuntu]`,
      { url, status_code: 200, title: 'Welcome to nginx!', tech: ['Nginx:1.24.0', 'Ubuntu'] },
    ],
    [
      'a title before a server',
      `${url} [200] [612] [text/html] [Welcome to nginx!] [nginx/1.24.0] [192.0.2.7] [Nginx:1.24.0]`,
      {
        ...{
          url,
          status_code: 200,
          title: 'Welcome to nginx!',
          webserver: 'nginx/1.24.0',
          host_ip: '192.0.2.7',
        },
        ...{ tech: ['Nginx:1.24.0'], unread: 1 },
      },
    ],
    ['a title alone', `${url} [200] [Start page]`, { url, status_code: 200, title: 'Start page' }],
    ['a word with a number', `${url} [200] [Error:404]`, { url, status_code: 200, unread: 1 }],
    ['a media type', `${url} [200] [8] [text/html]`, { url, status_code: 200, unread: 1 }],
    ['a plain part that may be anything', `${url} [200] [nginx]`, { url, status_code: 200, unread: 1 }],
    ['more plain parts than are clear', `${url} [200] [8] [a] [b]`, { url, status_code: 200, unread: 2 }],
    [
      'colours',
      `${url} [${red('404')}] [${magenta('8')}] [${cyan('Gone')}]`,
      { url, status_code: 404, title: 'Gone' },
    ],
    [
      'a coloured title among other parts',
      `${url} [${magenta('/x')}] [${cyan('T')}] [${magenta('nginx')}]`,
      { url, title: 'T', unread: 2 },
    ],
    ['a status that colouring left out', `${url} [] [${magenta('8')}]`, { url }],
    [
      'redirects, after which all else is of another page',
      `${url} [301,200] [8] [Elsewhere]`,
      { url, status_code: 301 },
    ],
    ['a probe that failed', `${url} [${red('FAILED')}]`, { url, failed: true }],
    ['a probe that succeeded', `${url} [SUCCESS] [200]`, { url, status_code: 200 }],
    [
      'an address of the machine',
      `${url} [200] [8] [Start] [192.0.2.7]`,
      { url, status_code: 200, host_ip: '192.0.2.7', unread: 1 },
    ],
    [
      'an IPv6 address',
      'http://[2001:db8::1]:81/x [200] [8]',
      { url: 'http://[2001:db8::1]:81/x', status_code: 200 },
    ],
  ])('holds %s', (_, line, expected) => expect(readLine(line)).toEqual(expected))

  it.each(['', 'www.example.com [200]', `${url} text behind`, `see ${url}`, '[200]'])('is not %j', (line) =>
    expect(readLine(line)).toBeUndefined(),
  )
})
