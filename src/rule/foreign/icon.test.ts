// Icons in rule files, by MurmurHash3 and by MD5.
import { expect, it } from 'vitest'
import { createRecognise, type ExampleText, exampleRecord, readRule } from '../index.ts'
import { evaluateRules, recogRecords } from '../evaluate.ts'
import { convertRules } from './index.ts'
import { readRecog } from './recog.ts'

const MD5 = '0123456789abcdef0123456789abcdef'
const OTHER = 'fedcba9876543210fedcba9876543210'

const hub = { path: '/', request_method: 'get', request_headers: {}, keyword: [], headers: {} }
const recog = `<fingerprints matches="favicon.md5"><fingerprint pattern="^(?:${OTHER}|${MD5})$"><example>${MD5}</example>
  <param pos="0" name="service.product" value="Falcon"/></fingerprint></fingerprints>`
const nuclei = (path: string, matcher: string): string =>
  `id: falcon-detect\ninfo:\n  name: Falcon - Detect\n  tags: tech\nhttp:\n  - method: GET\n    path: ["{{BaseURL}}${path}"]
    matchers-condition: and\n    matchers:\n      - {type: status, status: [200]}\n      - ${matcher}`
const dsl = (expression: string): string =>
  nuclei('/favicon.ico', `{type: dsl, dsl: ['status_code==200 && (${expression})']}`)

it.each([
  [
    'EHole',
    JSON.stringify({ fingerprint: [{ cms: 'Falcon', method: 'faviconhash', keyword: [MD5, '-7'] }] }),
  ],
  ['FingerprintHub', JSON.stringify([{ ...hub, name: 'Falcon', favicon_hash: [MD5.toUpperCase(), '-7'] }])],
  ['recog', recog],
  ['recog', recog.replace(`(?:${OTHER}|${MD5})`, MD5)],
  ['nuclei', dsl(`"-7" == mmh3(base64_py(body)) || md5(body) == "${MD5}"`)],
  ['nuclei', nuclei('', `{type: favicon, hash: ['-7', '${MD5}']}`).replace(/ +- \{type: status.*\n/, '')],
])('icons of %s are found by each of their hashes', (format, text) => {
  const converted = convertRules(text)
  expect(converted).toMatchObject({ format, refused: [], rules: [{ product: 'Falcon' }] })
  const recognise = createRecognise((converted?.rules ?? []).map((rule) => readRule('own', rule)))
  const found = (record: ExampleText) => recognise(exampleRecord(record)).map(({ product }) => product)
  expect(found({ icon_md5: MD5 })).toEqual(['Falcon'])
  expect(found({ icon_hash: '-7' })).toEqual(text.includes('-7') ? ['Falcon'] : [])
  expect(found({ icon_md5: '0'.repeat(32) })).toEqual([])
})

it('refuses templates that ask an icon for more than its hash', () => {
  const texts = [dsl('contains(body, "x")'), nuclei('/favicon.ico', '{type: word, words: ["falcon"]}')]
  expect(texts.map((text) => convertRules(text)?.rules)).toEqual([[], []])
})

it('counts recog files about icons', () => {
  const file = readRecog(recog)
  const rule = readRule('own', { product: 'Falcon', when: `icon_md5="${MD5}"`, match: [], miss: [] })
  const counted = file && evaluateRules(createRecognise([rule]), recogRecords(file))
  expect(counted?.kinds).toEqual([{ name: 'favicon.md5', records: 1, answered: 1, right: 1 }])
})
