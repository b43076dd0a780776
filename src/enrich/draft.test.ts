import { describe, expect, test } from 'vitest'
import { assetOf } from '../../test/support/enriched.ts'

describe('what the source states', () => {
  test('is never replaced, even when it is empty', () => {
    const asset = assetOf({
      stated: {
        body: '<title>found</title>',
        header: 'HTTP/1.1 200 OK\r\nServer: nginx\r\n',
        title: '',
        server: ' Apache ',
        status_code: 404,
        country: '',
        body_hash: 'x',
        protocol: 'weird',
      },
    })
    expect(asset).toMatchObject({
      title: '',
      server: ' Apache ',
      status_code: 404,
      country: '',
      body_hash: 'x',
    })
    expect(asset).toMatchObject({ protocol: 'weird', host: '192.0.2.1:80' })
    expect(asset.stated).toEqual([
      'body',
      'body_hash',
      'country',
      'header',
      'protocol',
      'server',
      'status_code',
      'title',
    ])
  })

  test('about the location is not mixed with another location', () => {
    expect(assetOf({ stated: { country: 'FR' } })).toMatchObject({
      country: 'FR',
      country_name: 'France',
      province: '',
      city: '',
      latitude: null,
      as_number: 64500,
    })
    expect(assetOf({ stated: { country: 'de', city: 'Nuremberg' } })).toMatchObject({
      country: 'de',
      country_name: 'Germany',
      province: 'Bavaria',
      city: 'Nuremberg',
      latitude: null,
      longitude: null,
    })
  })

  test('about the country by name alone is not mixed with another country', () => {
    expect(assetOf({ stated: { country_name: 'France' } })).toMatchObject({
      country: '',
      city: '',
      latitude: null,
    })
    expect(assetOf({ stated: { country_name: 'germany' } })).toMatchObject({ country: 'DE', city: 'Munich' })
    const german = { country: 'DE', country_name: 'Deutschland' }
    expect(assetOf({ stated: german })).toMatchObject({ ...german, city: 'Munich' })
  })

  test('about the network is not mixed with another network', () => {
    expect(assetOf({ stated: { as_number: 64511 } })).toMatchObject({ as_number: 64511, as_organization: '' })
    expect(assetOf({ stated: { as_number: 64500 } }).as_organization).toBe('Example Networks')
  })

  test('counts as absent when it cannot be a value of its column', () => {
    const asset = assetOf({ stated: { ip: 'nonsense', latitude: 91, as_number: -1, status_code: 1.5 } })
    expect(asset).toMatchObject({ ip: '192.0.2.1', latitude: 48.1374, as_number: 64500, status_code: null })
    expect(asset.stated).toEqual([])
  })

  test('becomes valid UTF-8, and control characters of a banner readable', () => {
    const asset = assetOf({
      stated: { title: 'a\ud800b', banner: '\u0015\u0003 220 ok\r\n\\x00', product: ['\udc00', ''] },
    })
    expect(asset.title).toBe('a\ufffdb')
    expect(asset.banner).toBe('\\x15\\x03 220 ok\r\n\\x00')
    expect(asset.product).toEqual(['\ufffd'])
  })
})
