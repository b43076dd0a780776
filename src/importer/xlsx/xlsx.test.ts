// Texts that the sheets of a spreadsheet share, where some of them are not there.
import { expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import { xlsxImporter } from './index.ts'

const CELL = (name: string, index: number) => `<c r="${name}" t="s"><v>${index}</v></c>`
const SHEET = `<worksheet><sheetData>
<row r="1">${CELL('A1', 0)}${CELL('B1', 1)}${CELL('C1', 2)}</row>
<row r="2">${CELL('A2', 3)}<c r="B2"><v>443</v></c>${CELL('C2', 4)}</row>
<row r="3">${CELL('A3', 3)}<c r="B3"><v>80</v></c>${CELL('C3', 5)}</row>
</sheetData></worksheet>`
const TEXTS = ['ip', 'port', 'title', '192.0.2.7', 'Sample']
const SHARED = `<sst>${TEXTS.map((text) => `<si><t>${text}</t></si>`).join('')}<si><t>cut`

it('rejects a row whose texts were cut off, with its cell and what to do', async () => {
  const parts = new Map([
    ['worksheets/sheet1.xml', SHEET],
    ['sharedStrings.xml', SHARED],
  ])
  const beside = async (path: string) => {
    const text = parts.get(path)
    return text === undefined ? undefined : Buffer.from(text)
  }
  const input = { ...memoryInput('xl/workbook.xml', Buffer.from('<workbook/>')), beside }
  const readings = await readAll(xlsxImporter, input, NO_OPTIONS)
  expect(readings).toMatchObject([
    { kind: 'observation', observation: { reached: '192.0.2.7', port: 443, stated: { title: 'Sample' } } },
    {
      kind: 'reject',
      reject: {
        line: 3,
        reason: expect.stringMatching(/^the text of the cell `C3` is not .* save the sheet as CSV/),
      },
    },
  ])
})
