import { describe, expect, it } from 'vitest'
import { fieldTokens, fieldValue, parseResponse } from './http-response.ts'

const parse = (text: string): ReturnType<typeof parseResponse> => parseResponse(Buffer.from(text, 'latin1'))

describe('HTTP responses', () => {
  it.each([
    ['HTTP/1.1 200 OK', 200],
    ['HTTP/1.0 404', 404],
    ['HTTP/1.1 302 ', 302],
    ['HTTP/2 200', 200],
    ['http/1.1 503 Service Unavailable', 503],
    ['HTTP 200 OK', 200],
    ['ICY 200 OK', 200],
    ['HTTP/1.1\t200\tOK', 200],
    ['HTTP/1.1 0 No Content', 0],
  ])('begin with a status line such as %j', (line, status) =>
    expect(parse(`${line}\r\nServer: x\r\n\r\nbody`)).toMatchObject({ status, closed: true }),
  )

  it.each(['', 'HTTP', 'HTTP/1.1', 'HTTP/1.1 2000 OK', 'HTTPX/1.1 200 OK', '<html>', 'Server: x\r\n\r\n'])(
    'do not begin with %j',
    (text) => expect(parse(text)).toBeUndefined(),
  )

  it.each([
    [
      'CRLF',
      'HTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody\r\n\r\nmore',
      'HTTP/1.1 200 OK\r\nA: 1',
      'body\r\n\r\nmore',
    ],
    ['LF', 'HTTP/1.1 200 OK\nA: 1\n\nbody', 'HTTP/1.1 200 OK\nA: 1', 'body'],
    ['both', 'HTTP/1.1 200 OK\nA: 1\r\n\nbody', 'HTTP/1.1 200 OK\nA: 1', 'body'],
    ['CRCRLF', 'HTTP/1.1 200 OK\r\r\nA: 1\r\r\n\r\r\nbody', 'HTTP/1.1 200 OK\r\r\nA: 1', 'body'],
    [
      'no empty line before markup',
      'HTTP/1.0 200 OK\r\nA: 1\r\n<html>\r\n\r\n',
      'HTTP/1.0 200 OK\r\nA: 1',
      '<html>\r\n\r\n',
    ],
    ['no field', 'HTTP/1.1 204 No Content\r\n\r\n', 'HTTP/1.1 204 No Content', ''],
  ])('are split at the empty line: %s', (_, text, head, body) => {
    const response = parse(text)
    expect([response?.head.toString('latin1'), response?.body.toString('latin1'), response?.closed]).toEqual([
      head,
      body,
      true,
    ])
  })

  it('that end within the header are not closed', () =>
    expect(parse('HTTP/1.1 200 OK\r\nServer: ng')).toMatchObject({
      closed: false,
      fields: [['Server', 'ng']],
    }))

  it('keep fields in their order, doubled ones and continued ones', () => {
    const fields =
      parse('HTTP/1.1 200 OK\r\nB: 1\r\nno colon\r\na:2\r\n  more\r\nB:\r\n: x\r\n\r\n')?.fields ?? []
    expect(fields).toEqual([
      ['B', '1'],
      ['a', '2 more'],
      ['B', ''],
    ])
    expect(fieldValue(fields, 'b')).toBe('1')
    expect(fieldValue(fields, 'c')).toBeUndefined()
    expect(
      fieldTokens(
        [
          ['TE', 'Gzip, chunked'],
          ['te', 'x;q=1'],
        ],
        'te',
      ),
    ).toEqual(['gzip', 'chunked', 'x', 'q=1'])
  })

  it('of interim kind give way to the one that follows', () => {
    const both = parse('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody')
    expect(both).toMatchObject({ status: 200 })
    expect(parse('HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')).toMatchObject({
      status: 101,
    })
    expect(parse('HTTP/1.1 100 Continue\r\n\r\n')).toMatchObject({ status: 100 })
  })
})
