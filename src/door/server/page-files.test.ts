import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { testApi } from '../../../test/support/api.ts'
import { serveApplication } from './page-files.ts'

it('serves the last build of the page without a restart, and says how to build it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'page-'))
  mkdirSync(join(directory, 'assets'))
  const app = fastify()
  await serveApplication(app, directory)
  const get = async (url: string) => {
    const { statusCode, body } = await app.inject({ url })
    return [statusCode, body]
  }
  expect(await get('/help')).toEqual([200, expect.stringContaining('npm run build')])
  for (const build of ['first', 'second']) {
    writeFileSync(join(directory, 'index.html'), build)
    writeFileSync(join(directory, 'assets', `${build}.js`), `// ${build}`)
    expect(await get('/hosts/192.0.2.1')).toEqual([200, build])
    expect(await get(`/assets/${build}.js`)).toEqual([200, `// ${build}`])
  }
  await app.close()
  rmSync(directory, { recursive: true })
})

it('responds to visits of unknown addresses with the page, and to calls with an error object', async () => {
  const api = await testApi({})
  const get = async (url: string, accept: string) => {
    const answer = await api.app.inject({ url, headers: { accept } })
    return [answer.statusCode, answer.headers['content-type']]
  }
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const json = 'application/json; charset=utf-8'
  expect(await get('/no/such/page', html)).toEqual([404, 'text/html; charset=utf-8'])
  expect(await get('/no/such/page', '*/*')).toEqual([404, json])
  for (const url of ['/api/v1/none', '/web/api/none', '/assets/none.js'])
    expect([url, ...(await get(url, html))]).toEqual([url, 404, json])
  await api.close()
})
