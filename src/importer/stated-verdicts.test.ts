// Verdicts about certificates and fingerprints of services that sources state.
import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../test/support/importer.ts'
import { IMPORTERS } from './index.ts'

const HASSH = 'B12D2871A1189EFF20364CF5333619EE'

async function stated(name: string, value: unknown): Promise<readonly unknown[]> {
  const importer = IMPORTERS.find((one) => one.name === name)
  if (importer === undefined) throw new Error(`no importer ${name}`)
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`)
  const readings = await readAll(importer, memoryInput('input.jsonl', bytes))
  return readings.flatMap((reading) => (reading.kind === 'observation' ? [reading.observation.stated] : []))
}

const KEY = '47dea4428d9f1c149aff32269b6e4924278e791926e4d34a4959861b7852b85b'
// An Ed25519 key of 32 zero bytes; the fingerprints as `ssh-keygen -l -E sha256` and `-E md5` print them, in hexadecimal digits.
const HOST_KEY = `AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)}`
const HOST_KEY_PRINTS = [
  '92661cbdd8b61a43de5b107a5cb8eb641f091eccb61e6f25b87305a7d18cbea9',
  '3d5238ceff94f5d781a4a4f92b4ffea0',
]
const OFFERED = {
  kex_algorithms: ['curve25519-sha256', 'diffie-hellman-group14-sha256'],
  server_to_client_ciphers: ['aes128-ctr'],
  server_to_client_macs: ['hmac-sha2-256'],
  server_to_client_compression: ['none'],
}
const OFFERED_HASSH = 'fccfa11c7d95c9b773dd0ba461c6a7ef'

const ssh = (result: object) => ({
  ip: '192.0.2.1',
  data: { ssh: { status: 'success', protocol: 'ssh', port: 22, result: { banner: 'x', ...result } } },
})
const handshake = (trusted: unknown) => ({
  ip: '192.0.2.1',
  data: {
    tls: {
      status: 'success',
      protocol: 'tls',
      port: 443,
      result: {
        handshake_log: {
          server_hello: { version: { name: 'TLSv1.2' } },
          server_certificates: { certificate: { parsed: { serial_number: '5' } }, validation: trusted },
        },
      },
    },
  },
})
const tlsx = {
  host: 'www.example.com',
  ip: '192.0.2.1',
  port: '443',
  probe_status: true,
  tls_version: 'tls13',
  cipher: 'x',
}
const banner = (ssh: unknown) => ({
  ...{
    ip_str: '192.0.2.1',
    port: 22,
    transport: 'tcp',
    data: 'SSH-2.0-x',
    timestamp: '2026-01-02T03:04:05.000000',
  },
  ...{ _shodan: { module: 'ssh' }, hash: 1, ssh },
})
const censys = (service: object) => ({
  ip: '192.0.2.1',
  services: [
    {
      port: 443,
      service_name: 'HTTP',
      transport_protocol: 'TCP',
      observed_at: '2026-01-02T03:04:05Z',
      ...service,
    },
  ],
})

describe('what sources state of certificates and services', () => {
  it.each([
    ['zgrab2', handshake({ browser_trusted: true }), { cert_is_valid: true }],
    ['zgrab2', handshake({ browser_trusted: false }), { cert_is_valid: false }],
    ['tlsx', { ...tlsx, untrusted: true }, { cert_is_valid: false }],
    ['shodan', banner({ hassh: HASSH }), { hassh: HASSH.toLowerCase() }],
    ['censys', censys({ ssh: { hassh_fingerprint: HASSH } }), { hassh: HASSH.toLowerCase() }],
    [
      'censys',
      censys({ tls: { ja4s: 't130200_1301_234ea6891581' } }),
      { tls_ja4s: 't130200_1301_234ea6891581' },
    ],
    [
      'censys',
      censys({ cert: { validation: { nss: { is_valid: false }, apple: { is_valid: true } } } }),
      { cert_is_valid: true },
    ],
    ['censys', censys({ cert: { validation: { nss: { is_valid: false } } } }), { cert_is_valid: false }],
    [
      'censys',
      censys({ cert: { parsed: { subject_key_info: { fingerprint_sha256: KEY.toUpperCase() } } } }),
      { cert_key_sha256: KEY },
    ],
    ['censys', censys({ ssh: { server_host_key: { fingerprint_sha256: KEY } } }), { ssh_fingerprint: [KEY] }],
    ['shodan', banner({ key: HOST_KEY, fingerprint: 'aa:bb' }), { ssh_fingerprint: HOST_KEY_PRINTS }],
    [
      'zgrab2',
      ssh({ key_exchange: { server_host_key: { raw: HOST_KEY } } }),
      { ssh_fingerprint: HOST_KEY_PRINTS },
    ],
    ['zgrab2', ssh({ server_key_exchange: OFFERED }), { hassh: OFFERED_HASSH }],
  ])('is kept by %s: %j', async (name, value, wanted) => {
    expect(await stated(name, value)).toEqual([expect.objectContaining(wanted)])
  })

  it.each([
    ['zgrab2', handshake({})],
    ['zgrab2', handshake('yes')],
    ['tlsx', { ...tlsx, untrusted: false }],
    ['shodan', banner({ hassh: 'not a hash' })],
    ['censys', censys({ cert: { validation: { nss: {} } } })],
  ])('is left open where %s does not state it: %j', async (name, value) => {
    const [first] = await stated(name, value)
    expect(first).not.toHaveProperty('cert_is_valid')
    expect(first).not.toHaveProperty('hassh')
  })
})
