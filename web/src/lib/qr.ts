// QR codes as the path of an SVG: no picture is loaded and no other server learns the text.
import { encode } from 'uqr'

/** Light modules around a code, without which cameras do not find it. */
const QUIET = 4

/** The dark modules of a code as one path, and the length of its side in modules. */
export function qrPath(text: string): { readonly path: string; readonly side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark && row[x - 1] !== true ? [`M${x} ${y}h${lengthOf(row, x)}v1h-${lengthOf(row, x)}z`] : [],
    ),
  )
  return { path: runs.join(''), side: size }
}

function lengthOf(row: readonly boolean[], from: number): number {
  const end = row.indexOf(false, from)
  return (end < 0 ? row.length : end) - from
}
