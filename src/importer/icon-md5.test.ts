// The MD5 of icons that sources state.
import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../test/support/importer.ts'
import { IMPORTERS } from './index.ts'

const MD5 = '0123456789abcdef0123456789abcdef'

async function stated(name: string, text: string): Promise<readonly unknown[]> {
  const importer = IMPORTERS.find((one) => one.name === name)
  const readings = importer && (await readAll(importer, memoryInput('input', new TextEncoder().encode(text))))
  return (readings ?? []).flatMap((reading) =>
    reading.kind === 'observation' ? [reading.observation.stated] : [],
  )
}

const httpx = { url: 'http://192.0.2.1', host: '192.0.2.1', port: '80', status_code: 200 }
const censys = (icons: readonly object[]) => ({
  ip: '192.0.2.1',
  services: [{ port: 80, service_name: 'HTTP', http: { response: { status_code: 200, favicons: icons } } }],
})
const zoomeye = (ico: object) => ({ matches: [{ ip: '192.0.2.1', portinfo: { port: 80 }, ico }] })
const quake = (favicon: object) => ({
  ...{ ip: '192.0.2.1', port: 80, transport: 'tcp', location: {} },
  service: { name: 'http', http: { favicon } },
})
const onyphe = (favicon: object) => ({
  ...{ '@category': 'datascan', ip: '192.0.2.1', port: 80, app: { favicon } },
})

describe('the MD5 of an icon', () => {
  it.each<readonly [string, object, object]>([
    ['httpx', { ...httpx, favicon: '7', favicon_md5: MD5 }, { icon_hash: '7', icon_md5: MD5 }],
    ['httpx', { ...httpx, favicon_md5: 'none' }, {}],
    [
      'censys',
      censys([{ name: 'x' }, { md5_hash: MD5.toUpperCase(), shodan_hash: 7 }, { shodan_hash: 8 }]),
      { icon_hash: '7', icon_md5: MD5 },
    ],
    ['censys', censys([{ hash_md5: MD5 }]), { icon_md5: MD5 }],
    ['zoomeye', zoomeye({ mmh3: '7', md5: MD5 }), { icon_hash: '7', icon_md5: MD5 }],
    ['quake', quake({ hash: MD5 }), { icon_md5: MD5 }],
    ['onyphe', onyphe({ imagemd5: MD5, imagemmh3: 7 }), { icon_hash: '7', icon_md5: MD5 }],
    ['ndjson', { host: 'a.example', ip: '192.0.2.1', port: 80, favicon_md5: MD5 }, { icon_md5: MD5 }],
  ])('is read from %s: %j', async (name, record, icons) => {
    const [found = {}] = (await stated(name, `${JSON.stringify(record)}\n`)) as readonly object[]
    const read = Object.fromEntries(Object.entries(found).filter(([key]) => key.startsWith('icon_')))
    expect(read).toEqual(icons)
  })

  it.each([
    [`Unknown favicon MD5: ${MD5.toUpperCase()}`, { icon_md5: MD5 }],
    ['Example Panel', { product: ['Example Panel'] }],
    ['Unknown favicon MD5: ?', {}],
  ])('is read from what http-favicon prints: %s', async (output, expected) => {
    const script = `<script id="http-favicon" output="${output}"/>`
    const port = `<port protocol="tcp" portid="80"><state state="open"/>${script}</port>`
    const host = `<host><address addr="192.0.2.1" addrtype="ipv4"/><ports>${port}</ports></host>`
    const [found] = await stated('nmap', `<?xml version="1.0"?><nmaprun scanner="nmap">${host}</nmaprun>`)
    const { icon_md5, product } = found as { readonly icon_md5?: string; readonly product?: string }
    expect({ ...(icon_md5 && { icon_md5 }), ...(product && { product }) }).toEqual(expected)
  })
})
