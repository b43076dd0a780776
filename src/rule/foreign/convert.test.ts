import { describe, expect, it } from 'vitest'
import { createRecognise, type ExampleText, exampleRecord, readRule } from '../index.ts'
import { convertRules } from './index.ts'

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
    expect(convertRules(text)).toMatchObject({ format: 'EHole', refused: { length: 3 } })
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
      { ...entry, name: 'other-hash', favicon_hash: ['sha1'] },
    ])
    expect(convertRules(text)).toMatchObject({ format: 'FingerprintHub', refused: { length: 2 } })
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
    expect(convertRules(text)).toMatchObject({
      format: 'recog',
      refused: { length: 1 },
      rules: [{ vendor: 'Acme' }],
    })
    expect(productsIn(text, { banner: 'SSH-2.0-falconssh_2.4' })).toEqual(['FalconSSH 2.4'])
    expect(productsIn(text, { banner: 'FalconSSH_2.4' })).toEqual([])
  })

  it('Wappalyzer: headers, cookies, page, meta elements and scripts, with version', () => {
    const text = JSON.stringify({
      Falcon: {
        cats: [1],
        headers: { Server: '^Falcon(?:/([\\d.]+))?$\\;version:\\1' },
        cookies: { falcon_session: '' },
        cpe: 'cpe:2.3:a:acme:falcon:*:*:*:*:*:*:*:*',
      },
      Owl: { cats: [1], meta: { generator: 'Owl CMS (x|y) ([\\d.]+)\\;version:\\2' }, js: { owl: '' } },
      Wren: { cats: [1], scriptSrc: ['wren(?:\\.min)?-([\\d.]+)\\.js\\;version:\\1', '(?=bad)wrenwren'] },
      Unsure: { cats: [1], html: 'unsure-app\\;confidence:50' },
      Browser: { cats: [1], js: { browser: '' } },
    })
    const converted = convertRules(text)
    expect(converted?.format).toBe('Wappalyzer')
    expect(converted?.refused.map(({ name }) => name)).toEqual(['Unsure', 'Browser'])
    expect(converted?.rules[0]?.cpe).toBe('cpe:2.3:a:acme:falcon')
    const header = 'HTTP/1.1 200 OK\r\nserver: Falcon/2.4\r\nDate: x'
    expect(productsIn(text, { header })).toEqual(['Falcon 2.4'])
    expect(productsIn(text, { header: header.replace('Falcon', 'Not Falcon') })).toEqual([])
    expect(productsIn(text, { header: 'HTTP/1.1 200 OK\r\nSet-Cookie: falcon_session=1' })).toEqual([
      'Falcon',
    ])
    expect(productsIn(text, { body: '<meta name="generator" content="Owl CMS y 3.1">' })).toEqual(['Owl 3.1'])
    expect(productsIn(text, { js_name: ['/a/wren.min-1.2.js'] })).toEqual(['Wren 1.2'])
  })

  it('nuclei: words, expressions and status of the first page', () => {
    const template = (http: string, tags = 'tech,acme') =>
      `id: falcon-detect\ninfo:\n  name: Falcon Panel - Detect\n  tags: ${tags}\nhttp:\n  - method: GET\n${http}`
    const both = template(`    path: ["{{BaseURL}}"]
    matchers-condition: and
    matchers:
      - {type: word, words: ["falcon-app", "falcon.css"], condition: or}
      - {type: status, status: [200, 401]}
      - {type: regex, part: header, regex: ["X-Acme: [0-9]+"], negative: true}`)
    expect(productsIn(both, { body: 'x falcon.css', status_code: 200 })).toEqual(['Falcon'])
    expect(productsIn(both, { body: 'falcon-app', status_code: 404 })).toEqual([])
    expect(productsIn(both, { body: 'falcon-app', status_code: 200, header: 'X-Acme: 7' })).toEqual([])
    const several = template(`    path: ["{{BaseURL}}/"]
    matchers:
      - {type: word, name: owl, words: ["owl at night"]}
      - {type: word, name: wren, part: all, words: ["wren by day"]}`)
    expect(productsIn(several, { header: 'x: wren by day' })).toEqual(['wren'])
    const reasons = [
      template('    path: ["{{BaseURL}}/login"]'),
      template('    path: ["{{BaseURL}}"]\n    matchers: [{type: dsl, dsl: ["true"]}]'),
      template('    path: ["{{BaseURL}}"]', 'cve'),
    ].map((text) => convertRules(text)?.refused[0]?.reason)
    expect(reasons).toEqual([
      'it asks for another page than the first',
      'it has a matcher of type `dsl`',
      'its tags do not include `tech`',
    ])
  })

  it('nmap-service-probes: match lines with product, version and CPE', () => {
    const text = [
      'Probe TCP NULL q||',
      'match ssh m|^SSH-([\\d.]+)-FalconSSH_([\\w.]+)\\r?\\n| p/Falcon SSH/ v/$2/ i/protocol $1/ cpe:/a:acme:falcon_ssh:$2/',
      'match ftp m/^220 owl ftpd/i p|Owl/FTP|',
      'match x m|^\\x80\\0owlowl| p/Binary/',
      'match y m|^220 (\\w+) server| p/$1/',
      'softmatch ftp m/^220 /',
    ].join('\n')
    const converted = convertRules(text)
    expect(converted).toMatchObject({
      format: 'nmap-service-probes',
      rules: [{ cpe: 'cpe:2.3:a:acme:falcon_ssh' }, { product: 'Owl/FTP' }],
      refused: [
        { name: 'Binary', reason: 'its expression matches bytes that are not text' },
        { name: 'y', reason: 'its product is a part of the answer' },
      ],
    })
    expect(productsIn(text, { banner: 'SSH-2.0-FalconSSH_9.1\r\n' })).toEqual(['Falcon SSH 9.1'])
    expect(productsIn(text, { banner: '220 OWL FTPD ready' })).toEqual(['Owl/FTP'])
  })

  it('knows no other format', () => {
    for (const text of ['', '{}', '[]', '<a/>', 'match x m|y|']) expect(convertRules(text)).toBeUndefined()
  })

  it('nuclei: a template of quotes is refused in linear time', () => {
    const before = process.cpuUsage()
    convertRules(`id: x\ninfo:\n  name: x\n  tags: tech\nx: ${'"'.repeat(300_000)}`)
    const { user, system } = process.cpuUsage(before)
    // Quadratic work takes 7 s and more.
    expect((user + system) / 1e6).toBeLessThan(3.5)
  })
})
