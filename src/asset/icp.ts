// The ICP registration number in the footer of a Chinese web site: `京ICP备12345678号-1`, `粤ICP证B2-20200001号`.

const BLANK = '(?:\\s|&nbsp;){0,3}'
const NUMBER = new RegExp(
  [
    '\\p{Script=Han}',
    'ICP',
    '[备備证證]',
    '案?字?第?',
    '(?:[A-Z]\\d-)?\\d{4,10}',
    '号?號?(?:-\\d{1,4})?',
  ].join(BLANK),
  'iu',
)
/** Characters around the letters `ICP` that can belong to a number. */
const AROUND = 60
/** How many texts that start like a number are examined. */
const MOST = 20

/** The first registration number of a page, without blanks; `''` if none. */
export function readIcp(body: string): string {
  const mark = /icp(?=(?:\s|&nbsp;){0,3}[备備证證])/gi
  for (let tries = 0; tries < MOST; tries++) {
    const found = mark.exec(body)
    if (found === null) return ''
    const near = body.slice(Math.max(0, found.index - 20), found.index + AROUND)
    const [number] = NUMBER.exec(near) ?? []
    if (number !== undefined) return number.replace(/\s|&nbsp;/g, '').replace(/icp/i, 'ICP')
  }
  return ''
}
