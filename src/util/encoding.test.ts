import { expect, it } from 'vitest'
import { asUtf8, textEncodingOf } from './encoding.ts'

const LIST = '192.0.2.1\r\n198.51.100.7\r\n'
const big = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

it.each<[string, Uint8Array, string]>([
  ['ASCII', Buffer.from(LIST), 'utf-8'],
  ['UTF-8', Buffer.from('ip,国家\n192.0.2.1,中国\n'), 'utf-8'],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${LIST}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 with its mark, the other order', big(`\ufeff${LIST}`), 'utf-16be'],
  ['UTF-16 without its mark', Buffer.from(LIST, 'utf16le'), 'utf-16le'],
  ['UTF-16 without its mark, the other order', big(LIST), 'utf-16be'],
  ['GBK', Buffer.from('b5d8d6b72cb9fabcd20a', 'hex'), 'gb18030'],
  ['Windows-1252', Buffer.from('ip;Ort\r\n192.0.2.1;Z\xfcrich\r\n', 'latin1'), 'windows-1252'],
  ['UTF-8 with a damaged byte', Buffer.concat([Buffer.from('Zürich'), Buffer.from([0xfc])]), 'utf-8'],
  ['a byte that no text has', Buffer.from('a\x81b\xfc', 'latin1'), 'utf-8'],
  ['binary data', Buffer.from([1, 0, 2, 0, 0, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), 'utf-8'],
  ['nothing', Buffer.from(''), 'utf-8'],
])('%s', (_, bytes, encoding) => {
  expect(textEncodingOf(bytes, true)).toBe(encoding)
})

it('the first piece that is not all ASCII decides', async () => {
  async function* pieces() {
    yield Buffer.from('ip;Ort\n')
    yield Buffer.from('192.0.2.1;Z\xfcrich\n', 'latin1')
    yield Buffer.from('192.0.2.2;K\xf6ln\n', 'latin1')
  }
  const read: Uint8Array[] = []
  for await (const piece of asUtf8(pieces(), (first) => textEncodingOf(first, false))) read.push(piece)
  expect(Buffer.concat(read).toString()).toBe('ip;Ort\n192.0.2.1;Zürich\n192.0.2.2;Köln\n')
})
