import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { OPERATOR_ACCOUNT } from '../operator/index.ts'
import { createExplain } from './index.ts'

const NOW = Date.UTC(2026, 10, 22)
const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000
const LATELY = seconds('2026-11-01T00:00:00')
const at = (index: number) => ({
  reached: `192.0.2.${index}`,
  ip: `192.0.2.${index}`,
  lastupdatetime: LATELY,
})

const RECORDS = [
  asset({ ...at(1), port: 443, server: 'nginx/1.24.0', country: 'DE', domain: 'a.example' }),
  asset({ ...at(2), port: 80, server: 'nginx', country: 'GB', domain: 'b.example', title: 'Login page' }),
  asset({ ...at(3), port: 80, server: 'Apache', country: 'GB', type: 'service' }),
  asset({ ...at(4), title: 'Old thing', server: 'IIS', lastupdatetime: seconds('2020-01-01T00:00:00') }),
]

const explain = createExplain({
  store: memoryStore(RECORDS),
  admission: {
    run: (_, work, signal = new AbortController().signal) => work({ signal, hold: () => undefined }),
  },
  now: () => NOW,
})

const explained = (text: string, full = false) => explain(OPERATOR_ACCOUNT, { text, full })
const suggested = async (text: string) =>
  (await explained(text)).conditions.flatMap(({ suggestions }) =>
    suggestions.map(({ condition, count }) => `${condition}: ${count}`),
  )

describe('an explanation', () => {
  it('counts each condition alone and together with those before it', async () => {
    const { total, conditions } = await explained(
      'country="GB" && (port=443 || port=80) && server="nginx" && title="zzz"',
    )
    expect(total).toBe(0)
    expect(conditions.map(({ condition, alone, joined }) => [condition, alone, joined])).toEqual([
      ['country="GB"', 2, 2],
      ['port="443" || port="80"', 3, 2],
      ['server="nginx"', 2, 1],
      ['title="zzz"', 0, 0],
    ])
  })

  it('shows conditions that match alone but not together', async () => {
    const { total, conditions } = await explained('country="DE" title="Login" !server="Apache"')
    expect([total, ...conditions.map(({ alone, joined }) => [alone, joined])]).toEqual([
      0,
      [1, 1],
      [1, 0],
      [2, 0],
    ])
    expect(conditions.flatMap(({ suggestions }) => suggestions)).toEqual([])
  })

  it.each([
    ['server="ngnix"', ['server="nginx": 2']],
    ['server=="Apahce"', ['server=="Apache": 1']],
    ['country="DE" && server="ngnix"', ['server="nginx": 2']],
    ['server="ngnix" || title="Logni"', ['server="nginx": 2', 'title="Login": 1']],
    ['type="web"', ['type=="service": 1']],
    ['port=81', ['port="80": 2']],
    ['ip="192.0.2.77"', ['ip="192.0.2.0/24": 3', 'ip="192.0.0.0/16": 3']],
    ['title="*login*"', ['title="login": 1']],
    ['host="https://192.0.2.2/login?a"', ['host="192.0.2.2": 1']],
    ['domain="https://192.0.2.1/"', ['host="192.0.2.1": 1']],
    ['domain="192.0.2.3"', ['host="192.0.2.3": 1']],
    ['host="nothing.example.com"', []],
    ['domain="a.example,b.example"', ['(domain="a.example" || domain="b.example"): 2']],
    ['country="UK"', ['country="GB": 2']],
    ['server="zzzzzzzzzzzz"', []],
    ['body="ngnix"', []],
    ['server!="nginx" && server="nginx"', []],
    ['ip_filter(server="ngnix")', []],
  ])('suggests existing values similar to %s', async (query, wanted) => {
    expect(await suggested(query)).toEqual(wanted)
  })

  it.each([
    ['banner_hash="7330105010150477363"', ['unpublished_hash']],
    ['title="*x*"', ['literal_wildcard']],
    ['domain="x.example,y.example"', ['literal_comma']],
    ['country="UK"', ['unused_code']],
    ['city="杭州"', ['english_place']],
    ['city="München"', []],
    ['sdk_hash="x"', ['unpublished_hash']],
    ['title="x"', []],
    ['country="GB"', []],
  ])('gives hints about %s', async (query, hints) => {
    expect((await explained(query)).conditions[0]?.hints).toEqual(hints)
  })

  it('counts older matches unless all records were searched', async () => {
    expect(await explained('title="Old"')).toMatchObject({ total: 0, older: 1 })
    expect(await explained('title="Old"', true)).toMatchObject({ total: 1, older: null })
  })

  it('counts twelve conditions and says how many more there are', async () => {
    const text = Array.from({ length: 15 }, (_, index) => `port!=${index}`).join(' ')
    const { conditions, left_out } = await explained(text)
    expect([conditions.length, left_out]).toEqual([12, 3])
  })

  it('is refused like the search itself', async () => {
    await expect(explained('titel="x"')).rejects.toThrow('unknown field')
    const free = { ...OPERATOR_ACCOUNT, level: 'free' as const }
    await expect(explain(free, { text: 'structinfo="x"', full: false })).rejects.toThrow('820001')
  })
})
