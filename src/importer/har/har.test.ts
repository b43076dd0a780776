import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import type { Reading } from '../importer.ts'
import { harImporter } from './index.ts'

async function read(entry: object, files: Record<string, string> = {}): Promise<Reading | undefined> {
  const text = JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries: [entry] } })
  const input = memoryInput('x.har', Buffer.from(text))
  const beside = async (path: string): Promise<Uint8Array | undefined> =>
    files[path] === undefined ? undefined : Buffer.from(files[path])
  const [reading] = await readAll(harImporter, { ...input, beside }, NO_OPTIONS)
  return reading
}

const answered = (response: object, url = 'https://a.example/'): object => ({
  request: { method: 'GET', url },
  response,
})
const stated = (values: object): object => ({
  kind: 'observation',
  observation: { stated: expect.objectContaining(values) },
})

const GIF = Buffer.from([...Buffer.from('GIF89a'), 16, 0, 16, 0])

it('leaves out what identifies the person who recorded, unless it is to be kept', async () => {
  const entry = {
    request: { url: 'https://www.example.com/find?q=secret#x', method: 'GET' },
    response: {
      status: 302,
      headers: [
        { name: 'Set-Cookie', value: 'sid=secret; Path=/; HttpOnly' },
        { name: 'Location', value: '/next?token=secret' },
      ],
      content: {},
    },
  }
  const read = async (keepPersonal: boolean): Promise<unknown> => {
    const input = memoryInput('a.har', Buffer.from(JSON.stringify({ log: { entries: [entry] } })))
    const [reading] = await readAll(harImporter, input, { ...NO_OPTIONS, keepPersonal })
    return reading?.kind === 'observation' ? reading.observation.stated : reading
  }
  expect(JSON.stringify(await read(false))).not.toContain('secret')
  expect(await read(false)).toMatchObject({
    link: 'https://www.example.com/find',
    header: 'HTTP/1.1 302\r\nSet-Cookie: sid=; Path=/; HttpOnly\r\nLocation: /next',
  })
  expect(await read(true)).toMatchObject({ link: 'https://www.example.com/find?q=secret#x' })
})

it('gives the scripts of a page that the archive holds', async () => {
  const html = '<script src="/app.js?v=1"></script><script src="//cdn.example/lib.js"></script>'
  const script = { mimeType: 'application/javascript', text: 'alert(1)' }
  const coded = { mimeType: 'text/javascript', text: btoa('alert(2)'), encoding: 'base64' }
  const entries = [
    answered({ status: 200, content: { mimeType: 'text/html', text: html } }),
    answered({ status: 200, content: script }, 'https://a.example/app.js?v=1'),
    answered({ status: 200, content: coded }, 'https://cdn.example/lib.js'),
  ]
  const input = memoryInput('x.har', Buffer.from(JSON.stringify({ log: { entries } })))
  const readings = await readAll(harImporter, input, NO_OPTIONS)
  const digests = ['alert(1)', 'alert(2)'].map((text) => createHash('md5').update(text).digest('hex'))
  expect(readings).toHaveLength(4)
  expect(readings.at(-1)).toMatchObject({
    observation: { reached: 'a.example', port: 443, stated: { js_md5: digests } },
  })
})

describe('HAR entries', () => {
  it('bring the icon of a site along, where browsers look for it, as long as it is a picture', async () => {
    const content = { mimeType: 'image/x-icon', encoding: 'base64', text: GIF.toString('base64') }
    const at = (url: string, text: object) => read(answered({ status: 200, content: text }, url))
    const icon = GIF
    expect(await at('https://a.example/favicon.ico', content)).toMatchObject({ observation: { icon } })
    for (const [url, text] of [
      ['https://a.example/logo.gif', content],
      ['https://a.example/favicon.ico', { ...content, text: 'PHN2Zy8+' }],
      ['https://a.example/favicon.ico', { text: '<html>no such file</html>' }],
    ] as const)
      expect(await at(url, text)).not.toMatchObject({ observation: { icon: expect.anything() } })
  })

  it('keep no name and password of whoever captured the page', async () => {
    const entry = answered({ status: 200, headers: [] }, 'https://ada:secret@a.example/x@y?z=@')
    expect(await read(entry)).toMatchObject(stated({ link: 'https://a.example/x@y' }))
  })

  it.each([
    ['HTTP/1.1', 'HTTP/1.1'],
    ['http/1.1', 'HTTP/1.1'],
    ['HTTP/1.0', 'HTTP/1.0'],
    ['1.1', 'HTTP/1.1'],
    ['h2', 'HTTP/2'],
    ['HTTP/2.0', 'HTTP/2'],
    ['2 2', 'HTTP/2'],
    ['h3', 'HTTP/3'],
    ['h3-29', 'HTTP/3'],
    ['spdy/3.1', 'HTTP/1.1'],
    ['unknown', 'HTTP/1.1'],
    ['', 'HTTP/1.1'],
  ])('over %j begin with %s', async (httpVersion, spelled) =>
    expect(
      await read(answered({ status: 204, statusText: 'No Content', httpVersion, headers: [] })),
    ).toMatchObject(stated({ header: `${spelled} 204 No Content` })),
  )

  it.each([
    [{ text: 'plain' }, 'plain'],
    [{ text: 'cGxhaW4=', encoding: 'base64' }, 'plain'],
    [{ text: 'cGxh\naW4=', encoding: 'base64' }, 'plain'],
    [{ text: 'no base64', encoding: 'base64' }, 'no base64'],
    [{ text: '8M/S1A==', encoding: 'base64', mimeType: 'text/plain; charset=koi8-r' }, 'Порт'],
    [{ text: '' }, ''],
    [{ text: 'nul\0' }, 'nul\\x00'],
    [{ _file: 'a1b2.html' }, 'from the archive'],
  ])('with content %j have the body %j', async (content, body) =>
    expect(await read(answered({ status: 200, content }), { 'a1b2.html': 'from the archive' })).toMatchObject(
      stated({ body }),
    ),
  )

  it.each([
    {},
    { content: {} },
    { content: { text: null } },
    { content: { _file: '../../etc/passwd' } },
    { content: { _file: 'gone' } },
  ])('with response %j have none', async (response) => {
    const reading = await read(answered({ status: 200, ...response }))
    expect(reading).toMatchObject({ kind: 'observation' })
    expect(reading).not.toMatchObject(stated({ body: expect.anything() }))
  })

  it.each([
    [{ status: 0 }, 'no answer (status 0)'],
    [{ status: -2 }, 'no answer (status 0)'],
    [{}, 'no answer (status 0)'],
  ])('with response %j are skipped', async (response, reason) =>
    expect(await read(answered(response))).toMatchObject({ kind: 'skip', reason }),
  )

  it.each(['data:text/css,x', 'blob:https://a.example/1', 'chrome-extension://abc/x.js', 'about:blank'])(
    'for %s are skipped',
    async (url) => expect(await read(answered({ status: 200 }, url))).toMatchObject({ kind: 'skip' }),
  )

  it('for sockets belong to the host of their handshake', async () =>
    expect(await read(answered({ status: 101 }, 'wss://a.example/live'))).toMatchObject({
      observation: {
        reached: 'a.example',
        port: 443,
        stated: { protocol: 'https', link: 'wss://a.example/live' },
      },
    }))

  it('keep the lines of one header name apart and pseudo-fields out', async () => {
    const headers = [
      { name: ':status', value: '200' },
      { name: 'set-cookie', value: 'a=1\nb=2' },
      { name: 'X', value: 3 },
    ]
    expect(await read(answered({ status: 200, httpVersion: 'h2', headers }))).toMatchObject(
      stated({ header: 'HTTP/2 200\r\nset-cookie: a=\r\nset-cookie: b=\r\nX: ' }),
    )
  })

  it('not modified repeat what is known', async () =>
    expect(await read(answered({ status: 304, content: { text: '' } }))).toMatchObject({
      observation: { repeat: true },
    }))
})
