import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { iconHash } from '../../enrich/index.ts'
import { OPERATOR_ACCOUNT } from '../operator/index.ts'
import { createPivots } from './index.ts'

const ICON = new Uint8Array([1, 2, 3])
const common = { title: '404 Not Found', protocol: 'http', port: 80 }
const RECORDS = [
  asset({
    ...common,
    reached: '192.0.2.1',
    ip: '192.0.2.1',
    icon_hash: iconHash(ICON),
    cert_sha256: 'c1',
    cert_sn: '1',
    ssh_fingerprint: ['SHA256:a', 'SHA256:b'],
  }),
  asset({ ...common, reached: '192.0.2.1', ip: '192.0.2.1', port: 81, jarm: '0'.repeat(62), hassh: 'alone' }),
  asset({
    ...common,
    reached: '192.0.2.2',
    ip: '192.0.2.2',
    icon_hash: iconHash(ICON),
    cert_sha256: 'c1',
    cert_sn: '1',
  }),
  asset({ ...common, reached: '192.0.2.2', ip: '192.0.2.2', port: 81 }),
  asset({ ...common, reached: '192.0.2.3', ip: '192.0.2.3', ssh_fingerprint: ['SHA256:b'], cert_sn: '1' }),
  asset({ ...common, reached: 'www.example.com', domain: 'example.com', icon_hash: iconHash(ICON) }),
]

const context: Parameters<typeof createPivots>[0] = {
  store: memoryStore(RECORDS),
  admission: { run: (_, work) => work({ signal: new AbortController().signal, hold: () => undefined }) },
  now: () => Date.UTC(2026, 0, 1),
}
const pivots = createPivots(context)

describe('pivots', () => {
  it('say how many other hosts share each value, rarest first, and what none shares last', async () => {
    const found = await pivots.of(OPERATOR_ACCOUNT, { host: 'http://192.0.2.1/' })
    expect(found.pivots.map(({ field, value, hosts, records }) => [field, value, hosts, records])).toEqual([
      ['cert.sha256', 'c1', 1, 1],
      ['ssh.fingerprint', 'SHA256:b', 1, 1],
      ['icon_hash', iconHash(ICON), 2, 2],
      ['title', '404 Not Found', 3, 4],
      ['ssh.fingerprint', 'SHA256:a', 0, 0],
      ['hassh', 'alone', 0, 0],
    ])
    expect(found.pivots[0]?.condition).toBe('cert.sha256=="c1"')
  })

  it('end the count of what is not rare, and list it last of what others share', async () => {
    const rows = Array.from({ length: 1100 }, (_, index) =>
      asset({
        ...common,
        reached: `h${index}.example.com`,
        jarm: 'frequent',
        title: index < 300 ? 'a' : 'b',
      }),
    )
    const many = createPivots({ ...context, store: memoryStore(rows) })
    const found = await many.of(OPERATOR_ACCOUNT, { host: 'h7.example.com' })
    expect(found.pivots.map(({ field, hosts, records, more }) => [field, hosts, records, more])).toEqual([
      ['title', 299, 299, false],
      ['jarm', 1000, 1000, true],
    ])
  })

  it('name the hosts that share most, with the reasons in words', async () => {
    const { similar } = await pivots.of(OPERATOR_ACCOUNT, { host: '192.0.2.1' })
    expect(similar.map(({ host }) => host)).toEqual(['192.0.2.2', '192.0.2.3', 'www.example.com'])
    expect(similar[0]?.reason).toBe(
      'the same certificate (no third host has it), the same icon (2 other hosts have it), the same title (3 other hosts have it)',
    )
  })

  it('compare one record where it is named', async () => {
    const asked = { host: '192.0.2.1:81', baseProtocol: 'tcp', ip: '192.0.2.1' }
    const found = await pivots.of(OPERATOR_ACCOUNT, asked)
    expect(found.pivots.map(({ field }) => field)).toEqual(['title', 'hassh'])
  })

  it('refuse what is not known', async () => {
    for (const host of ['192.0.2.99', 'not a host'])
      await expect(pivots.of(OPERATOR_ACCOUNT, { host })).rejects.toThrow(`no record of host \`${host}\``)
  })

  it('find who shows an icon by its bytes', async () => {
    const found = await pivots.icon(OPERATOR_ACCOUNT, ICON)
    expect([found.value, found.hosts, found.records]).toEqual([iconHash(ICON), 3, 3])
    expect((await pivots.icon(OPERATOR_ACCOUNT, new Uint8Array([9]))).hosts).toBe(0)
  })

  it('find who shows an icon where only its MD5 is known, and by the MD5 itself', async () => {
    const icon_md5 = '5289df737df57326fcdd22597afb1fac'
    const more = ['192.0.2.1', '192.0.2.9'].map((ip) =>
      asset({ ...common, reached: ip, ip, port: 8080, icon_md5 }),
    )
    const both = createPivots({ ...context, store: memoryStore([...RECORDS, ...more]) })
    const found = await both.icon(OPERATOR_ACCOUNT, ICON)
    expect([found.field, found.hosts, found.records]).toEqual(['icon_hash', 4, 5])
    expect(found.condition).toBe(`icon_hash=="${iconHash(ICON)}" || icon_md5=="${icon_md5}"`)
    const given = await both.icon(OPERATOR_ACCOUNT, Buffer.from(`${icon_md5.toUpperCase()}\n`))
    expect([given.field, given.hosts, given.condition]).toEqual(['icon_md5', 2, `icon_md5=="${icon_md5}"`])
  })
})
