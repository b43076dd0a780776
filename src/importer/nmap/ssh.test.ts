// What Nmap's scripts say of SSH servers, as elements and, in older versions, as text.
import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../../test/support/importer.ts'
import { nmapImporter } from './index.ts'

async function statedOf(scripts: string): Promise<unknown> {
  const port = `<port protocol="tcp" portid="22"><state state="open"/><service name="ssh" method="probed"/>${scripts}</port>`
  const host = `<host endtime="1767225600"><status state="up"/><address addr="192.0.2.1" addrtype="ipv4"/><ports>${port}</ports></host>`
  const text = `<?xml version="1.0"?>\n<nmaprun scanner="nmap" version="7.94" start="1767225600">${host}</nmaprun>\n`
  const readings = await readAll(nmapImporter, memoryInput('scan.xml', Buffer.from(text)))
  return readings.flatMap((one) => (one.kind === 'observation' ? [one.observation.stated] : []))[0]
}

const elem = (text: string, key?: string): string =>
  `<elem${key === undefined ? '' : ` key="${key}"`}>${text}</elem>`
const KEY = `AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)}`

describe('an SSH server in a scan of Nmap', () => {
  it('has the fingerprints of its host keys', async () => {
    const keys = [
      `<table>${elem('3F4C8F10F1AEBECD31247CA14EAB846D', 'fingerprint')}${elem('ssh-rsa', 'type')}</table>`,
      `<table>${elem(KEY, 'key')}</table>`,
    ]
    const stated = await statedOf(`<script id="ssh-hostkey" output="x">${keys.join('')}</script>`)
    expect(stated).toMatchObject({
      ssh_fingerprint: [
        '3f4c8f10f1aebecd31247ca14eab846d',
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.stringMatching(/^[0-9a-f]{32}$/),
      ],
    })
  })

  it('has them from the text of older versions, too', async () => {
    const output = '1024 8d:60:f1:7c:ca:b7:3d:0a:d6:67:54:9d:69:d9:b9:dd (DSA)'
    expect(await statedOf(`<script id="ssh-hostkey" output="${output}"/>`)).toMatchObject({
      ssh_fingerprint: ['8d60f17ccab73d0ad667549d69d9b9dd'],
    })
    expect(await statedOf('<script id="ssh-hostkey" output="ERROR"/>')).not.toHaveProperty('ssh_fingerprint')
  })

  it('has a hassh where all its algorithms are known', async () => {
    const list = (key: string, ...names: readonly string[]): string =>
      `<table key="${key}">${names.map((name) => elem(name)).join('')}</table>`
    const all = [
      list('kex_algorithms', 'curve25519-sha256', 'diffie-hellman-group14-sha256'),
      list('encryption_algorithms', 'aes128-ctr'),
      list('mac_algorithms', 'hmac-sha2-256'),
      list('compression_algorithms', 'none'),
    ]
    const script = (lists: readonly string[]): string =>
      `<script id="ssh2-enum-algos" output="x">${lists.join('')}</script>`
    expect(await statedOf(script(all))).toMatchObject({ hassh: 'fccfa11c7d95c9b773dd0ba461c6a7ef' })
    expect(await statedOf(script(all.slice(1)))).not.toHaveProperty('hassh')
  })
})
