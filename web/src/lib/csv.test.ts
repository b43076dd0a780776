import { expect, it } from 'vitest'
import { printCsv } from './csv.ts'

it('writes cells that spreadsheets read as they are, and none that runs', () => {
  const rows = [
    ['value', 'records'],
    ['a,"b"', 2],
    ['=HYPERLINK("x")', 1],
    ['＝1', 0],
    ['\n=1', 0],
  ] as const
  expect(printCsv(rows)).toBe(
    `\ufeffvalue,records\r\n"a,""b""",2\r\n"'=HYPERLINK(""x"")",1\r\n'＝1,0\r\n"'\n=1",0\r\n`,
  )
})
