import { expect, it } from 'vitest'
import { createRecognise, evaluateRules, readRecog, readRule, recogRecords } from './index.ts'

const XML = `<fingerprints matches="http_header.server"><fingerprint pattern="^Falcon/(.*)$">
  <example service.version="2">Falcon/2</example><example _encoding="base64">RmFsY29uLzM=</example>
  <param pos="0" name="service.product" value="Falcon Server"/><param pos="1" name="service.version"/>
</fingerprint><fingerprint pattern="^Falconer$" flags="REG_ICASE"><example>Falconer &amp; Co</example>
  <param pos="0" name="hw.product" value="Kestrel"/></fingerprint>
<fingerprint pattern="x"><example>Other</example></fingerprint></fingerprints>`

it('counts what rules answer and what of it is right, in all and by rule', () => {
  const file = readRecog(XML)
  expect(file?.fingerprints[1]).toMatchObject({ pattern: '^Falconer$', ignoresCase: true })
  const rule = readRule('test', { product: 'falcon', when: 'server="falcon"', match: [], miss: [] })
  const records = file === undefined ? [] : [...recogRecords(file)]
  expect(records.map(({ asset }) => asset.server)).toEqual(['Falcon/2', 'Falcon/3', 'Falconer & Co', 'Other'])
  expect(evaluateRules(createRecognise([rule]), records)).toEqual({
    all: { name: 'all', records: 3, answered: 3, right: 2 },
    kinds: [{ name: 'http_header.server', records: 3, answered: 3, right: 2 }],
    rules: [{ name: 'test/falcon', records: 3, answered: 3, right: 2 }],
  })
})

it('completes a name of recog with other values of the example', () => {
  const file = readRecog(`<fingerprints matches="html_title"><fingerprint pattern="^Kestrel (.*)$">
    <example hw.model="7">Kestrel 7</example><param pos="0" name="hw.product" value="Kestrel {hw.model}"/>
    <param pos="1" name="hw.model"/></fingerprint></fingerprints>`)
  expect(file && [...recogRecords(file)].map(({ products }) => products)).toEqual([['Kestrel 7']])
})

it('shows names of certificates as records do, and names a kind by its protocol where it has no other name', () => {
  const file = readRecog(`<fingerprints matches="x509.subject"><fingerprint pattern="x">
    <example>CN=*.a.example,OU=R&amp;D,O=Kestrel\\, Inc.,C=US</example></fingerprint></fingerprints>`)
  expect(file && [...recogRecords(file)].map(({ asset }) => asset)).toMatchObject([
    {
      cert: 'Subject: C=US, O=Kestrel, Inc., OU=R&D, CN=*.a.example',
      cert_subject: 'C=US, O=Kestrel, Inc., OU=R&D, CN=*.a.example',
      cert_subject_cn: '*.a.example',
      cert_subject_org: 'Kestrel, Inc.',
    },
  ])
  const telnet = readRecog(`<fingerprints protocol="telnet"><fingerprint pattern="x">
    <example>Kestrel login:</example></fingerprint></fingerprints>`)
  expect(telnet && [...recogRecords(telnet)]).toMatchObject([
    { kind: 'telnet', asset: { protocol: 'telnet', banner: 'Kestrel login:' } },
  ])
})

it('knows files that are none, and texts that records do not show', () => {
  expect(readRecog('<a><b/></a>')).toBeUndefined()
  expect([...recogRecords({ matches: 'x11.vendor', fingerprints: [] })]).toEqual([])
})
