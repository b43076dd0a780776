import { describe, expect, it } from 'vitest'
import { convertRules, createRecognise, exampleRecord, readRule, type ExampleText } from '../index.ts'

function productsIn(text: string, record: ExampleText): readonly string[] {
  const rules = convertRules(text)?.rules.map((rule) => readRule('own', rule)) ?? []
  return createRecognise(rules)(exampleRecord(record)).map(({ product = '', version = '' }) =>
    `${product} ${version}`.trim(),
  )
}

describe('rule files of other programs', () => {
  it('EHole: all keywords in one place, one of several icons, expressions', () => {
    const text = JSON.stringify({
      fingerprint: [
        { cms: 'Falcon', method: 'keyword', location: 'body', keyword: ['/falcon/"a"', 'Acme'] },
        { cms: 'Falcon', method: 'faviconhash', location: 'body', keyword: ['123', '-7'] },
        { cms: 'Owl', method: 'regula', location: 'title', keyword: ['Owl [0-9]+ night'] },
        { cms: 'Short', method: 'keyword', location: 'body', keyword: ['ab'] },
        { cms: 'Other', method: 'unheard', location: 'body', keyword: ['abcdef'] },
        null,
      ],
    })
    expect(convertRules(text)).toMatchObject({ format: 'EHole', skipped: 3 })
    expect(productsIn(text, { body: 'x /FALCON/"a" acme' })).toEqual(['Falcon'])
    expect(productsIn(text, { body: '/falcon/"a"' })).toEqual([])
    expect(productsIn(text, { icon_hash: '-7' })).toEqual(['Falcon'])
    expect(productsIn(text, { title: 'Owl 77 night' })).toEqual(['Owl'])
  })

  it('gives each rule a name of its own, however products are spelled', () => {
    const entry = { method: 'keyword', location: 'title', keyword: ['owl at night'] }
    const fingerprint = ['Owl/X', 'Owl X', 'Owl X 2', 'owl-x'].map((cms) => ({ ...entry, cms }))
    const names = convertRules(JSON.stringify({ fingerprint }))?.rules.map(({ name }) => name)
    expect(names).toEqual(['Owl/X', 'Owl X 2', 'Owl X 2 2', 'owl-x 3'])
  })

  it('FingerprintHub: the first page only, keywords, headers and icons', () => {
    const entry = {
      path: '/',
      request_method: 'get',
      request_headers: {},
      keyword: [],
      favicon_hash: [],
      headers: {},
    }
    const text = JSON.stringify([
      { ...entry, name: 'falcon', keyword: ['falcon-app'], headers: { 'X-Falcon': '*' } },
      { ...entry, name: 'owl', favicon_hash: ['99'] },
      { ...entry, name: 'other-page', path: '/x', keyword: ['other'] },
      { ...entry, name: 'other-hash', favicon_hash: ['d41d8cd98f00b204e9800998ecf8427e'] },
    ])
    expect(convertRules(text)).toMatchObject({ format: 'FingerprintHub', skipped: 2 })
    expect(productsIn(text, { body: 'falcon-app', header: 'HTTP/1.1 200 OK\r\nX-Falcon: 1' })).toEqual([
      'falcon',
    ])
    expect(productsIn(text, { body: 'falcon-app' })).toEqual([])
    expect(productsIn(text, { icon_hash: '99' })).toEqual(['owl'])
  })

  it('recog: patterns behind the greeting of their protocol, with version', () => {
    const text = `<fingerprints matches="ssh.banner"><fingerprint pattern="^FalconSSH_([\\d.]+)$" flags="REG_ICASE">
      <param pos="0" name="service.product" value="FalconSSH"/><param pos="0" name="service.vendor" value="Acme"/>
      <param pos="1" name="service.version"/></fingerprint>
      <fingerprint pattern="^(?=x)bad$"><param pos="0" name="service.product" value="Bad"/></fingerprint></fingerprints>`
    expect(convertRules(text)).toMatchObject({ format: 'recog', skipped: 1, rules: [{ vendor: 'Acme' }] })
    expect(productsIn(text, { banner: 'SSH-2.0-falconssh_2.4' })).toEqual(['FalconSSH 2.4'])
    expect(productsIn(text, { banner: 'FalconSSH_2.4' })).toEqual([])
  })

  it('knows no other format', () => {
    for (const text of ['', '{}', '[]', '<a/>', 'match x m|y|']) expect(convertRules(text)).toBeUndefined()
  })
})
