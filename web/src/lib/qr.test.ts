import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { qrPath } from './qr.ts'

/** The modules that a path of rectangles covers. */
function drawn(path: string, side: number): readonly (readonly boolean[])[] {
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
  return rows
}

it.each(['otpauth://totp/Periplus:u%40x?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Periplus', 'a'])(
  'draws every module of the code of %s, with a quiet zone around it',
  (text) => {
    const { path, side } = qrPath(text)
    const rows = drawn(path, side)
    expect(rows).toEqual(encode(text, { ecc: 'M', border: 4 }).data)
    const edge = [...rows.slice(0, 4), ...rows.slice(-4)].flat()
    expect(edge.some((isDark) => isDark)).toBe(false)
    expect(rows[4]?.slice(4, 12), 'the corner that cameras look for').toEqual([...Array(7).fill(true), false])
  },
)
