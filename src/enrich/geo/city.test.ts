import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mmdbOf } from '../../../test/support/mmdb.ts'
import { openCityFile } from './city.ts'

const folder = mkdtempSync(join(tmpdir(), 'city-'))
afterAll(() => rmSync(folder, { recursive: true }))

function open(record: Parameters<typeof mmdbOf>[0]) {
  const path = join(folder, 'test.mmdb')
  writeFileSync(path, mmdbOf(record, 4))
  return openCityFile(path)
}

const munich = {
  country: 'DE',
  country_name: 'Germany',
  province: 'Bavaria',
  city: 'Munich',
  latitude: 48.1374,
  longitude: 11.5755,
  isp: '',
}

describe('a file of cities', () => {
  test('in the flat layout is read', () => {
    const find = open({
      country_code: 'DE',
      state1: 'Bavaria',
      state2: 'Upper Bavaria',
      city: 'Munich',
      latitude: 48.137401580810547,
      longitude: 11.5755004882812,
    })
    expect(find('192.0.2.1')).toEqual(munich)
  })

  test('in the nested layout is read', () => {
    const find = open({
      country: { iso_code: 'DE', names: { en: 'Federal Republic', de: 'Deutschland' } },
      subdivisions: [{ names: { en: 'Bavaria' } }, { names: { en: 'Upper Bavaria' } }],
      city: { names: { en: 'Munich', de: 'München' } },
      location: { latitude: 48.1374, longitude: 11.5755, accuracy_radius: 20n },
      traits: { isp: 'Example Telecom' },
    })
    expect(find('192.0.2.1')).toEqual({ ...munich, isp: 'Example Telecom' })
  })

  test('without usable data for an address returns an unknown location', () => {
    expect(open({ country: {}, city: 'odd' })('192.0.2.1')).toEqual({
      country: '',
      country_name: '',
      province: '',
      city: '',
      latitude: null,
      longitude: null,
      isp: '',
    })
  })

  test('of another type is refused by name', () => {
    const path = join(folder, 'other.mmdb')
    writeFileSync(path, 'no database')
    expect(() => openCityFile(path)).toThrow(`\`${path}\` is not an MMDB file`)
  })
})
