import { describe, expect, it } from 'vitest'
import type { ReadOptions, Reading } from '../importer.ts'
import type { JsonObject } from '../text/index.ts'
import { RecordMapper } from './index.ts'

const NO_OPTIONS: ReadOptions = { port: undefined, fields: undefined }

function map(record: JsonObject, options = NO_OPTIONS): Reading[] {
  return new RecordMapper(options).map(record, 1, 'text')
}

/** The observation of a record that has one, and the reasons of all rejects and notes before it. */
function mapped(record: JsonObject, options = NO_OPTIONS): { said: string[]; observation: unknown } {
  const readings = map(record, options)
  const said = readings.flatMap((reading) =>
    reading.kind === 'reject' ? reading.reject.reason : reading.kind === 'note' ? reading.text : [],
  )
  const last = readings.at(-1)
  return { said, observation: last?.kind === 'observation' ? last.observation : undefined }
}

const stated = (record: JsonObject): unknown => {
  const { observation } = mapped({ ip: '192.0.2.1', port: 80, ...record })
  const { ip: _, ...rest } = (observation as { stated: Record<string, unknown> }).stated
  return rest
}

describe('identity', () => {
  it.each<[JsonObject, string, number]>([
    [{ ip: '192.0.2.1', port: 80 }, '192.0.2.1', 80],
    [{ ip: '[2001:DB8::1]', port: '80' }, '2001:db8::1', 80],
    [{ host: 'https://Example.com' }, 'example.com', 443],
    [{ host: 'https://example.com:8443/path' }, 'example.com', 8443],
    [{ host: 'http://[2001:db8::1]/' }, '2001:db8::1', 80],
    [{ host: 'example.com:8080', ip: '192.0.2.1' }, 'example.com', 8080],
    [{ host: '[2001:db8::1]:22' }, '2001:db8::1', 22],
    [{ host: '2001:db8::1', port: 22 }, '2001:db8::1', 22],
    [{ host: 'example.com', port: 8080 }, 'example.com', 8080],
    [{ host: 'example.com', protocol: 'https' }, 'example.com', 443],
    [{ link: 'https://example.com:444/x' }, 'example.com', 444],
    [{ host: '', ip: '192.0.2.1', port: ' 1' }, '192.0.2.1', 1],
    [{ HOST: 'example.com', Port: 1 }, 'example.com', 1],
  ])('of %j', (record, reached, port) => expect(mapped(record).observation).toMatchObject({ reached, port }))

  it('takes the port of the options where the record says none', () =>
    expect(mapped({ host: 'example.com' }, { port: 9, fields: undefined }).observation).toMatchObject({
      port: 9,
    }))

  it('is never on the port of the options where its own cannot be read', () =>
    expect(map({ ip: '192.0.2.1', port: 'http' }, { port: 80, fields: undefined }).at(-1)).toMatchObject({
      kind: 'reject',
    }))

  it.each<[JsonObject, RegExp]>([
    [{ title: 'x' }, /^no usable `host` or `ip`/],
    [{ host: 'example.com', title: 'x' }, /^no `port`: add the field, or give one for all with --port$/],
    [{ ip: '192.0.2.1', port: 0 }, /^`port`: `0` is not a port between 1 and 65535$/],
    [{ host: 'a b', port: 80 }, /^no usable `host` or `ip`/],
  ])('of %j is missing', (record, reason) =>
    expect(map(record).at(-1)).toMatchObject({ reject: { reason: expect.stringMatching(reason) } }),
  )
})

it('a rejected record says all that is wrong with it, once', () => {
  const text = map({ ip: '999.0.2.1', port: 80, lastupdatetime: 'yesterday' })
  expect(text).toEqual([
    expect.objectContaining({
      reject: expect.objectContaining({
        reason:
          'no usable `host` or `ip`: a record needs one of them; `ip`: `999.0.2.1` is not a valid IPv4 or IPv6 address; `lastupdatetime`: `yesterday` is not a valid time',
      }),
    }),
  ])
})

describe('values', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ title: '' }, { title: '' }],
    [
      { title: null, status_code: null, is_cloud: null, tag: null },
      { title: '', status_code: null, is_cloud: null, tag: [] },
    ],
    [
      { title: 12, banner: true, os: ['a', 'b'] },
      { title: '12', banner: 'true', os: 'a,b' },
    ],
    [{ country: 'Canada' }, { country_name: 'Canada' }],
    [{ title: ' kept \r\n' }, { title: ' kept \r\n' }],
    [{ tag: 'a,b' }, { tag: ['a', 'b'] }],
    [{ product: ['Foo, Inc', ''] }, { product: ['Foo, Inc'] }],
    [{ product: 'Foo, Inc,Bar' }, { product: ['Foo, Inc', 'Bar'] }],
    [
      { status_code: '200', latitude: '-33.5' },
      { status_code: 200, latitude: -33.5 },
    ],
    [
      { asn: 'AS64500', org: 'Example' },
      { as_number: 64500, as_organization: 'Example' },
    ],
    [
      { is_cloud: 'TRUE', is_fraud: 0, is_domain: 'no' },
      { is_cloud: true, is_fraud: false, is_domain: false },
    ],
    [{ type: 'service' }, { type: 'service' }],
    [{ 'cert.not_after': '2026-12-31T23:59:59+01:00' }, { cert_not_after: '2026-12-31 22:59:59' }],
    [{ 'cert.not_after': '9999-12-31 23:59:59' }, { cert_not_after: '9999-12-31 23:59:59' }],
    [
      { certs_subject_cn: 'a', version: '1' },
      { cert_subject_cn: 'a', product_version: ['1'] },
    ],
    [
      { tls: { version: 'TLSv1.3' }, cert: { subject: { cn: 'a' } } },
      { tls_version: 'TLSv1.3', cert_subject_cn: 'a' },
    ],
    [{ after: '2026', 'cert.is_expired': 'true' }, {}],
  ])('%j are stated as %j', (record, expected) => expect(stated(record)).toEqual(expected))

  it.each<[JsonObject, string]>([
    [{ status_code: 'teapot' }, '`status_code`: `teapot` is not a number'],
    [{ status_code: 200.5 }, '`status_code`: `200.5` is not a whole number'],
    [{ latitude: 91 }, '`latitude`: `91` is not between -90 and 90'],
    [{ as_number: -1 }, '`as_number`: `-1` is not between 0 and 4294967295'],
    [{ is_cloud: 'maybe' }, '`is_cloud`: `maybe` is neither true nor false'],
    [{ type: 'web' }, '`type`: `web` is neither `subdomain` nor `service`'],
    [{ lastupdatetime: 'soon' }, '`lastupdatetime`: `soon` is not a valid time'],
    [{ 'cert.not_before': '2026-02-30' }, '`cert.not_before`: `2026-02-30` is not a valid time'],
    [{ base_protocol: 'quic' }, '`base_protocol`: `quic` is not one of tcp, udp and sctp'],
    [{ host: 'a b' }, '`host`: `a b` is not a valid host name, address or URL'],
  ])('%j costs the field, never the record', (record, problem) => {
    const { said, observation } = mapped({ ip: '192.0.2.1', port: 80, ...record })
    expect(said).toEqual([`${problem}; the record is kept without it`])
    expect(observation).toMatchObject({ reached: '192.0.2.1' })
  })

  it('unset times are not known, and set ones are taken', () => {
    expect(
      mapped({ ip: '192.0.2.1', port: 80, lastupdatetime: '1970-01-01 00:00:00', firstseen: 0 }),
    ).toMatchObject({
      said: [],
      observation: { time: undefined },
    })
    expect(
      mapped({ ip: '192.0.2.1', port: 80, lastupdatetime: 1767225600, firstseen: '2025' }),
    ).toMatchObject({
      observation: { time: 1767225600000, firstSeen: Date.UTC(2025, 0) },
    })
  })

  it('a certificate as PEM is stated and handed on to be read', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n'
    expect(mapped({ ip: '192.0.2.1', port: 443, cert: pem }).observation).toMatchObject({
      certificate: pem,
      stated: { cert: pem },
    })
  })

  it('of unknown keys are left out, and all keys are named in one note at the end, with what was meant', () => {
    const mapper = new RecordMapper(NO_OPTIONS)
    const record = { ip: '192.0.2.1', port: 80, prodcut: 'x', zzzzzzzz: { a: 1 }, __proto__: null }
    for (const line of [1, 2]) expect(mapper.map(record, line, '')).toHaveLength(1)
    expect([...mapper.finish()]).toEqual([
      {
        kind: 'note',
        text: 'keys that are not fields of the catalogue are left out: `prodcut` (did you mean `product`?), `zzzzzzzz`',
      },
    ])
    expect([...new RecordMapper(NO_OPTIONS).finish()]).toEqual([])
  })
})

describe('spellings of other programs', () => {
  const found = (more: JsonObject): ReturnType<typeof mapped>['observation'] =>
    mapped({ ip: '192.0.2.1', port: 80, ...more }).observation

  it.each([
    ['timestamp', '2024-05-06T07:08:09Z'],
    ['time', 1714979289],
    ['@timestamp', '2024-05-06T07:08:09.000Z'],
    ['last_seen', 1714979289000],
    ['lastSeen', '1714979289'],
    ['updated_at', '2024-05-06 07:08:09'],
    ['scan_time', '2024-05-06T09:08:09+02:00'],
    ['update_time', '1714979289000'],
  ])('of the time as %s', (key, value) =>
    expect(found({ [key]: value })).toMatchObject({ time: Date.UTC(2024, 4, 6, 7, 8, 9) }),
  )

  it('of the time count by how sure they are, and after the catalogue name', () => {
    const [older, newer] = ['2024-01-01T00:00:00Z', '2024-05-06T00:00:00Z']
    expect(found({ timestamp: older, last_seen: newer })).toMatchObject({ time: Date.parse(newer) })
    expect(found({ last_seen: newer, timestamp: older })).toMatchObject({ time: Date.parse(newer) })
    expect(found({ lastupdatetime: older, last_seen: newer })).toMatchObject({ time: Date.parse(older) })
  })

  it('of columns are placed where they fit', () => {
    const given = { status: 403, webserver: 'nginx', http_title: 'Hello', service: 'HTTP', proto: 'udp' }
    expect(found({ ...given, hostname: 'www.example.com' })).toMatchObject({
      reached: 'www.example.com',
      baseProtocol: 'udp',
      stated: { ip: '192.0.2.1', status_code: 403, server: 'nginx', title: 'Hello', protocol: 'http' },
    })
  })

  it('name the country and the title as many programs do', () => {
    expect(
      map({ ip: '192.0.2.1', port: 80, country_code: 'DE', 'Website Title': 'Login', city_name: 'Berlin' }),
    ).toMatchObject([{ observation: { stated: { country: 'DE', title: 'Login', city: 'Berlin' } } }])
  })

  it('name the protocol beside a `protocol` that is the transport', () => {
    expect(found({ protocol: 'UDP', service: 'snmp' })).toMatchObject({
      baseProtocol: 'udp',
      stated: { protocol: 'snmp' },
    })
  })

  it('that do not fit are left out and named', () => {
    const mapper = new RecordMapper(NO_OPTIONS)
    const record = {
      ip: '192.0.2.1',
      port: 80,
      time: '419.9ms',
      status: 'ok',
      service: { name: 'x' },
      ts: 12,
    }
    expect(mapper.map(record, 1, '')).toMatchObject([
      { observation: { time: undefined, stated: { ip: '192.0.2.1' } } },
    ])
    expect([...mapper.finish()]).toMatchObject([
      { text: expect.stringContaining('`time` (`419.9ms`), `status` (`ok`), `service` (') },
    ])
  })

  it('of a port that is not open make no record', () =>
    expect(map({ ip: '192.0.2.1', port: 80, state: 'closed' })).toEqual([
      { kind: 'skip', line: 1, reason: 'port is closed' },
    ]))
})
