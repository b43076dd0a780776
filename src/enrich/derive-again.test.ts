import { describe, expect, it } from 'vitest'
import { assetOf, munich } from '../../test/support/enriched.ts'
import { generateObservations } from '../../test/support/generated/index.ts'
import { createEnrich, type Locator } from './index.ts'
import { createDeriveAgain, STORED_DERIVATIONS } from './derive-again.ts'

const oslo: Locator = {
  locate: () => ({ ...munich, country: 'NO', country_name: 'Norway', province: 'Oslo', city: 'Oslo' }),
  databases: [],
}
const here: Locator = { locate: () => munich, databases: [] }

describe('deriving a stored record again', () => {
  it('changes nothing in a record of this version and the same databases', () => {
    const enrich = createEnrich()
    const derive = createDeriveAgain({ locator: here }, STORED_DERIVATIONS)
    const context = { locator: here, importId: 'i', defaultTime: 0, bodyLimit: 100_000 }
    let records = 0
    for (const observation of generateObservations({ seed: 7, count: 2000 })) {
      const enriched = enrich(observation, context)
      if ('reason' in enriched) continue
      expect(derive(enriched.asset)).toEqual(enriched.asset)
      records++
    }
    expect(records).toBeGreaterThan(1900)
  })

  it('takes the location from other databases, and keeps what the source stated', () => {
    const derive = createDeriveAgain({ locator: oslo }, ['location'])
    expect(derive(assetOf({}))).toMatchObject({ country: 'NO', city: 'Oslo', as_number: 64500 })
    const stated = assetOf({ stated: { country: 'DE', title: 'login' } })
    expect(derive(stated)).toMatchObject({ country: 'DE', title: 'login', country_name: 'Germany', city: '' })
  })

  it('does not change the columns of other derivations', () => {
    const record = { ...assetOf({ stated: { header: 'HTTP/1.1 200 OK\r\nServer: nginx' } }), server: 'old' }
    expect(createDeriveAgain({ locator: oslo }, ['identity'])(record).server).toBe('old')
    expect(createDeriveAgain({ locator: oslo }, ['page'])(record)).toMatchObject({
      server: 'nginx',
      country: 'DE',
    })
  })

  it('derives nothing from the start of a truncated body', () => {
    const body = `<html><body>${'x'.repeat(2000)}</body><title>late</title>`
    const record = assetOf({ stated: { body } }, { bodyLimit: 100 })
    expect(record.body_full_length).toBeGreaterThan(2000)
    expect(createDeriveAgain({ locator: here }, STORED_DERIVATIONS)(record)).toEqual(record)
  })
})
