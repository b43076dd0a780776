import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { decodeText } from './charset.ts'

// «Порт» and «港» in encodings Node itself does not write.
const KOI8 = Buffer.from([0xf0, 0xcf, 0xd2, 0xd4])
const CP1251 = Buffer.from([0xcf, 0xee, 0xf0, 0xf2])
const SHIFT_JIS = Buffer.from([0x8d, 0x60])
const GBK = Buffer.from([0xb8, 0xdb])
const BIG5 = Buffer.from([0xb4, 0xe4])
const EUC_KR = Buffer.from([0xc7, 0xd7])
const JIS = Buffer.from('\x1b$B9A\x1b(B', 'latin1')
const UTF8 = Buffer.from('Порт')

const decode = (bytes: Buffer, stated?: string, host = 'x.example', cut = false): string =>
  decodeText(bytes, { stated, host, cut })
const within = (before: string, bytes: Buffer, after = ''): Buffer =>
  Buffer.concat([Buffer.from(before, 'latin1'), bytes, Buffer.from(after, 'latin1')])

describe('character encodings', () => {
  it.each([
    ['utf-8', UTF8, 'Порт'],
    ['UTF8', UTF8, 'Порт'],
    ['koi8-r', KOI8, 'Порт'],
    ['Windows-1251', CP1251, 'Порт'],
    ['shift_jis', SHIFT_JIS, '港'],
    ['x-sjis', SHIFT_JIS, '港'],
    ['gb2312', GBK, '港'],
    ['big5', BIG5, '港'],
    ['ks_c_5601-1987', EUC_KR, '항'],
    ['iso-2022-jp', JIS, '港'],
    ['iso-8859-1', Buffer.from([0x80, 0x93, 0xe9]), '€“é'],
    ['utf-16le', Buffer.from('Порт', 'utf16le'), 'Порт'],
  ])('%s is decoded as the header states it', (label, bytes, text) => expect(decode(bytes, label)).toBe(text))

  it.each([
    ['a meta element', within('<meta charset="koi8-r">', KOI8), '<meta charset="koi8-r">Порт'],
    [
      'a meta element of the long kind',
      within('<meta http-equiv=x content="text/html; charset=windows-1251">', CP1251),
      '<meta http-equiv=x content="text/html; charset=windows-1251">Порт',
    ],
    [
      'an XML declaration',
      within('<?xml version="1.0" encoding="koi8-r"?>', KOI8),
      '<?xml version="1.0" encoding="koi8-r"?>Порт',
    ],
    ['a style sheet', within('@charset "koi8-r";', KOI8), '@charset "koi8-r";Порт'],
    ['a UTF-8 mark', within('\xef\xbb\xbf', UTF8), 'Порт'],
    ['a UTF-16 mark', within('\xff\xfe', Buffer.from('Порт', 'utf16le')), 'Порт'],
  ])('%s is believed', (_, bytes, text) => expect(decode(bytes)).toBe(text))

  it('the mark goes before the header, the header before the document', () => {
    expect(decode(within('\xef\xbb\xbf', UTF8), 'koi8-r')).toBe('Порт')
    expect(decode(within('<meta charset="windows-1251">', KOI8), 'koi8-r')).toContain('Порт')
  })

  it('a statement that does not fit gives way to the next', () => {
    expect(decode(within('<meta charset="windows-1251">', CP1251), 'utf-8')).toContain('Порт')
    expect(decode(UTF8, 'iso-8859-1')).toBe('Порт')
    expect(decode(KOI8, 'no-such-encoding', 'x.ru')).toBe(decode(KOI8, undefined, 'x.ru'))
  })

  it.each([
    ['pier.jp', SHIFT_JIS, '港'],
    ['pier.cn', GBK, '港'],
    ['pier.com.tw', BIG5, '港'],
    ['pier.kr', EUC_KR, '항'],
    ['pier.ru', CP1251, 'Порт'],
    ['pier.example', Buffer.from([0x43, 0x61, 0x66, 0xe9]), 'Café'],
  ])('what nobody states is guessed from the domain %s', (host, bytes, text) =>
    expect(decode(bytes, undefined, host)).toBe(text),
  )

  it('bytes that no encoding explains stay readable', () => {
    expect(decode(within('a', Buffer.from([0xff]), 'b'), 'utf-8')).toBe('a\\xffb')
    expect(decode(within('', SHIFT_JIS, '\xff\n'), 'shift_jis')).toBe('港\\xff\n')
    expect(decode(Buffer.concat([UTF8, Buffer.from([0xff]), UTF8]))).toBe('Порт\\xffПорт')
  })

  it('a cut within a character leaves it out', () => {
    expect(decode(UTF8.subarray(0, 7), 'utf-8', 'x', true)).toBe('Пор')
    expect(decode(UTF8.subarray(0, 7), undefined, 'x', true)).toBe('Пор')
    expect(decode(within('a', SHIFT_JIS.subarray(0, 1)), 'shift_jis', 'x', true)).toBe('a')
  })

  it.each(['utf-8', 'gbk', 'shift_jis', 'iso-2022-jp'])(
    'a megabyte of bytes that are wrong in %s takes linear time',
    async (label) => {
      const read = (size: number) => decode(Buffer.alloc(size, '\xff\n', 'latin1'), label)
      expect(await growth(read, 128 * 1024)).toBeLessThan(LINEAR)
    },
  )
})
