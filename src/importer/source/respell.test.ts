import { describe, expect, it } from 'vitest'
import { respell, spellingOf } from './respell.ts'

async function respelled(bytes: Uint8Array, size: number): Promise<string | undefined> {
  const spelling = spellingOf(bytes, true)
  if (spelling === undefined) return undefined
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: Uint8Array[] = []
  for await (const part of respell(pieces(), spelling)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('text of other programs is read as UTF-8 with line feeds', () => {
  it.each<[string, Uint8Array, string | undefined]>([
    ['old line ends', Buffer.from('ip,port\r192.0.2.1,80\r'), 'ip,port\n192.0.2.1,80\n'],
    ['line separators', Buffer.from('ip,port\u2028192.0.2.1,80\u2029é'), 'ip,port\n192.0.2.1,80\né'],
    ['NEL', Buffer.from('ip,port\u0085192.0.2.1,80'), 'ip,port\n192.0.2.1,80'],
    [
      'a table in GBK',
      Buffer.from('49502cb6cbbfda2cb1eacce20a312c322cd2b3c3e6', 'hex'),
      'IP,端口,标题\n1,2,页面',
    ],
    [
      'a table in Windows-1252',
      Buffer.from('ip;city\n192.0.2.1;Z\xfcrich\n', 'latin1'),
      'ip;city\n192.0.2.1;Zürich\n',
    ],
    [
      'lines in both encodings and raw bytes',
      Buffer.concat([
        Buffer.from('ip,banner\n192.0.2.1,登录 é\n'),
        Buffer.from('192.0.2.2,K\xf6ln\n192.0.2.3,\xff\xfd\x03a\xe9\n192.0.2.4,\xff\xfe', 'latin1'),
      ]),
      'ip,banner\n192.0.2.1,登录 é\n192.0.2.2,Köln\n192.0.2.3,\ufffd\ufffd\x03a\ufffd\n192.0.2.4,\ufffd\ufffd',
    ],
    ['usual line ends', Buffer.from('ip,port\r\n192.0.2.1,80\r\n'), 'ip,port\r\n192.0.2.1,80\r\n'],
    ['separators in JSON', Buffer.from('{"title":"a\u2028b"}'), undefined],
    [
      'separators within lines',
      Buffer.from('ip,title\n192.0.2.1,a\u2028b\n'),
      'ip,title\n192.0.2.1,a\u2028b\n',
    ],
    ['binary data', Buffer.from('a\rb\0'), undefined],
  ])('%s', async (_, bytes, expected) => {
    for (const size of [1, 3, 1000]) expect(await respelled(bytes, size)).toBe(expected)
  })
})
