// What tools print on a terminal or write after an unusual run, recorded with real tools: read in full.
import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { detectFormat, makeSample } from './detect.ts'
import { IMPORTERS, REFUSALS } from './registry.ts'

async function read(text: string) {
  const bytes = Buffer.from(text)
  const detection = detectFormat(makeSample('input', bytes, true), IMPORTERS, REFUSALS)
  if (detection.kind !== 'importer') throw new Error(detection.kind)
  const input = {
    name: 'input',
    bytes: (async function* () {
      yield bytes
    })(),
    beside: () => Promise.resolve(undefined),
  }
  const stated: unknown[] = []
  const options = { port: undefined, fields: undefined }
  for await (const reading of detection.importer.read(input, options))
    if (reading.kind === 'observation') stated.push(reading.observation)
  return { source: detection.importer.name, observations: stated }
}

const BRIEF =
  '\x1b[1m\x1b[34mhttp://a.example:8090\x1b[0m [200 OK] \x1b[1mHTTPServer\x1b[0m[\x1b[1m\x1b[36mWeird/1.0\x1b[0m], \x1b[1mIP\x1b[0m[\x1b[0m\x1b[22m192.0.2.1\x1b[0m], \x1b[1mTitle\x1b[0m[\x1b[1m\x1b[33mHello\x1b[0m]\n'

it('of WhatWeb in colours, also behind a target without an answer', async () => {
  const found = {
    source: 'whatweb',
    observations: [
      {
        reached: 'a.example',
        port: 8090,
        stated: { ip: '192.0.2.1', title: 'Hello', server: 'Weird/1.0', status_code: 200 },
      },
    ],
  }
  expect(await read(BRIEF)).toMatchObject(found)
  expect(
    await read(`\x1b[1m\x1b[31mERROR Opening: http://[::1]/ - no address\x1b[0m\n${BRIEF}`),
  ).toMatchObject(found)
})

it('of ssh-audit where the server ended the connection behind its banner', async () => {
  const text =
    '{"additional_notes": [], "banner": {"comments": null, "protocol": "2.0", "raw": "SSH-2.0-OpenSSH_9.6p1", "software": "OpenSSH_9.6p1"}, "cves": [], "recommendations": {}, "target": "192.0.2.1:2222"}\n'
  expect(await read(text)).toMatchObject({
    source: 'ssh-audit',
    observations: [{ reached: '192.0.2.1', port: 2222, stated: { banner: 'SSH-2.0-OpenSSH_9.6p1' } }],
  })
})

it('of sslscan with addresses among the names of the certificate', async () => {
  const text =
    '<?xml version="1.0"?><document title="SSLScan Results" version="2.0.7"><ssltest host="a.example" sniname="a.example" port="443"><certificates><certificate type="short"><subject>CN=a</subject><altnames><![CDATA[DNS:a.example, IP Address:192.0.2.1]]></altnames></certificate></certificates></ssltest></document>'
  expect(await read(text)).toMatchObject({
    source: 'sslscan',
    observations: [{ stated: { cert_domain: ['a.example', '192.0.2.1'] } }],
  })
})
