// Texts that the sheets of a spreadsheet share, where some of them are not there; headings of other languages.
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

it('reads headings of other languages, with days since 1900 as times', async () => {
  const text = (name: string, words: string) => `<c r="${name}" t="inlineStr"><is><t>${words}</t></is></c>`
  const sheet = `<worksheet><sheetData>
<row r="1">${text('A1', 'Inventar')}</row>
<row r="2">${text('A2', 'IP-Adresse')}${text('B2', 'Port')}${text('C2', 'Zuletzt gesehen')}${text('D2', 'Zustand')}</row>
<row r="3">${text('A3', '192.0.2.7')}<c r="B3"><v>443</v></c><c r="C3"><v>45987.5</v></c>${text('D3', 'offen')}</row>
<row r="4">${text('A4', '192.0.2.8')}<c r="B4"><v>22</v></c>${text('D4', 'geschlossen')}</row>
</sheetData></worksheet>`
  const beside = async (path: string) => (path === 'worksheets/sheet1.xml' ? Buffer.from(sheet) : undefined)
  const input = { ...memoryInput('xl/workbook.xml', Buffer.from('<workbook/>')), beside }
  expect(await readAll(xlsxImporter, input, NO_OPTIONS)).toMatchObject([
    { observation: { reached: '192.0.2.7', port: 443, time: Date.UTC(2025, 10, 26, 12) } },
    { kind: 'skip', reason: 'port is closed' },
  ])
})

it('reads escaped characters, and times as China writes them', async () => {
  const row = (number: number, cells: readonly string[]) =>
    `<row r="${number}">${cells.map((text, at) => `<c r="${'ABCD'[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const rows = [
    row(1, ['ip', 'port', 'title', 'time']),
    row(2, ['192.0.2.7', '443', 'a_x000D_\nb_x005F_x0041_', '2026/1/2 3:04:05']),
    row(3, ['192.0.2.8', '443', '', '2026年1月2日 03:04']),
  ]
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  const beside = async (path: string) => (path === 'worksheets/sheet1.xml' ? Buffer.from(sheet) : undefined)
  const input = { ...memoryInput('xl/workbook.xml', Buffer.from('<workbook/>')), beside }
  expect(await readAll(xlsxImporter, input, NO_OPTIONS)).toMatchObject([
    { observation: { time: Date.UTC(2026, 0, 2, 3, 4, 5), stated: { title: 'a\r\nb_x0041_' } } },
    { observation: { time: Date.UTC(2026, 0, 2, 3, 4) } },
  ])
})
