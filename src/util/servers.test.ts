import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServers } from './index.ts'

describe('a URL of servers', () => {
  it('names one server, its user and its database', () => {
    expect(parseServers('http://ada:secret@db.example.com:8123/records')).toEqual({
      protocol: 'http',
      username: 'ada',
      password: 'secret',
      hosts: ['db.example.com:8123'],
      database: 'records',
    })
  })

  it('names several servers, each with a port or the default port of the protocol', () => {
    expect(parseServers('https://ada@one,two:9443,[2001:db8::1]/records/')?.hosts).toEqual([
      'one:8443',
      'two:9443',
      '[2001:db8::1]:8443',
    ])
  })

  it('contains users and passwords percent-encoded', () => {
    expect(parseServers('http://a%40b:p%3A%2F%2C:x@host/d')).toMatchObject({
      username: 'a@b',
      password: 'p:/,:x',
    })
    expect(parseServers('http://host/d')).toMatchObject({ username: 'default', password: '' })
  })

  it.each([
    'ftp://host/d',
    'http://host',
    'http://host/',
    'http:///d',
    'http://host/d?x=1',
    'http://host/two words',
    "http://host/d'",
    'http://one,one/d',
    'http://one,/d',
    'http://%zz@host/d',
    'http://host:99999/d',
    '',
  ])('is not `%s`', (text) => {
    expect(parseServers(text)).toBeUndefined()
  })

  it('never fails, and its hosts are valid in a URL', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((end) => `http://${end}`),
        ),
        (text) => {
          const servers = parseServers(text)
          for (const host of servers?.hosts ?? [])
            expect(URL.canParse(`${servers?.protocol}://${host}`)).toBe(true)
          if (servers !== undefined) expect(servers.database).toMatch(/^[A-Za-z_]\w*$/)
        },
      ),
    )
  })
})
