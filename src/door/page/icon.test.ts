import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { asset } from '../../../test/support/asset.ts'
import { pagePng } from '../../../test/support/picture.ts'
import { cleanPicture } from '../../enrich/index.ts'
import { Screenshots } from '../../service/screenshot/index.ts'

const PASSWORD = 'correct horse battery'
const GIF = Buffer.from([...Buffer.from('GIF89a'), 16, 0, 16, 0])

const png = cleanPicture(pagePng())
const sha256 = 'sha256' in png ? png.sha256 : ''

describe('icons of sites', () => {
  let api: TestApi
  let session: { readonly cookies: Record<string, string>; readonly headers: Record<string, string> }
  beforeAll(async () => {
    const records = ['-5', '6', '', '../secret'].map((icon_hash, index) =>
      asset({
        reached: `www${index}.example.com`,
        port: 443,
        icon_hash,
        lastupdatetime: Date.now() / 1000,
        screenshot: sha256,
      }),
    )
    const accounts = { ann: { password: PASSWORD, level: 'enterprise', coins: 0 } } as const
    api = await testApi({ records, accounts })
    mkdirSync(join(api.config.data, 'icons'))
    writeFileSync(join(api.config.data, 'icons', '-5'), GIF)
    writeFileSync(join(api.config.data, 'icons', '7'), '<svg/>')
    const payload = { email: 'ann@example.com', password: PASSWORD }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    session = { cookies, headers: { 'x-csrf-token': String(answer.json()['csrf']) } }
  })
  afterAll(() => api.close())

  it('are served with their type to session users, and cannot run scripts', async () => {
    const answer = await api.app.inject({ url: '/web/api/icon/-5', ...session })
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, GIF])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/gif',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect((await api.app.inject({ url: '/web/api/icon/-5' })).statusCode).toBe(401)
  })

  it.each(['6', '7', 'x', '..%2fsecret', '%2e%2e', '-5%00', '9'.repeat(90)])(
    'none exists under %s',
    async (hash) => {
      const answer = await api.app.inject({ url: `/web/api/icon/${hash}`, ...session })
      expect([answer.statusCode, answer.json()['error']]).toEqual([404, true])
    },
  )

  it('are announced with the records whose icon can be shown', async () => {
    const payload = { query: 'domain="example.com" || host="www"', page: 1, size: 10, full: true }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/search', ...session, payload })
    const { fields, results } = answer.json() as { fields: string[]; results: string[][] }
    const [hash, icon] = [fields.indexOf('icon_hash'), fields.indexOf('icon')]
    const shown = Object.fromEntries(results.map((row) => [row[hash], row[icon]]))
    expect(shown).toEqual({ '-5': 'true', '6': 'false', '': 'false', '../secret': 'false' })
  })

  describe('screenshots', () => {
    beforeAll(async () => {
      const directory = join(api.config.data, 'screenshots')
      if ('sha256' in png) await new Screenshots(directory, 1e6).keep(png)
      for (const name of ['a'.repeat(64), 'b'.repeat(64)]) {
        mkdirSync(join(directory, name.slice(0, 2)))
        writeFileSync(join(directory, name.slice(0, 2), name), name.startsWith('a') ? '<svg/>' : pagePng())
      }
    })

    it('are served as what they are, to who is signed in, and run nothing', async () => {
      const url = `/web/api/screenshot/${sha256}`
      const answer = await api.app.inject({ url, ...session })
      expect([answer.statusCode, answer.rawPayload]).toEqual([200, pagePng()])
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'content-disposition': `inline; filename="${sha256}.png"`,
      })
      expect((await api.app.inject({ url })).statusCode).toBe(401)
    })

    it('are served by the API to whoever has a key', async () => {
      const url = `/api/v1/screenshot/${sha256}`
      const headers = { 'x-api-key': api.credentials['ann']?.key ?? '' }
      const answer = await api.app.inject({ url, headers })
      expect([answer.statusCode, answer.rawPayload]).toEqual([200, pagePng()])
      expect((await api.app.inject({ url })).rawPayload).not.toEqual(pagePng())
    })

    // The second and third are files whose bytes are not what their names say.
    it.each(['c'.repeat(64), 'a'.repeat(64), 'b'.repeat(64), 'x', '..%2fsecret', '%2e%2e'])(
      'there is none under %s',
      async (name) => {
        const answer = await api.app.inject({ url: `/web/api/screenshot/${name}`, ...session })
        expect([answer.statusCode, answer.json()['error']]).toEqual([404, true])
      },
    )
  })
})
