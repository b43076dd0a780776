// Nothing bypasses the table of operations: no route of its own, no answer declared twice, no call of the page that it does not know.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answersOf, openApi } from '../../src/door/index.ts'
import { OPERATIONS } from '../../src/operation/index.ts'

const root = resolve(import.meta.dirname, '../..')

function filesOf(folder: string, ending: RegExp): readonly (readonly [path: string, text: string])[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('.test.'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')])
}

/** Where routes are registered: from the table, or beside it for probes, files and protocols. */
const REGISTRARS = [
  'src/door/http/openapi.ts',
  'src/door/http/routes.ts',
  'src/door/model/http.ts',
  'src/door/page/routes.ts',
  'src/door/server/answer-failures.ts',
  'src/door/server/page-files.ts',
  'src/door/server/probes.ts',
  'src/door/socket/server.ts',
]

describe('the table of operations', () => {
  it('is the only source of routes', () => {
    const registers = /\b(?:app|scope|inner|server|fastify)\.(?:get|post|put|patch|delete|route|all)\(/
    const found = filesOf('src', /\.ts$/).filter(([, text]) => registers.test(text))
    expect(found.map(([path]) => path).toSorted()).toEqual(REGISTRARS)
    const named = filesOf('src', /\.ts$/)
      .filter(
        ([path, text]) => /^src\/(?:door|cli)\//.test(path) && /['"`](?:\/web)?\/api\/v?1?\w/.test(text),
      )
      .map(([path]) => path)
      .filter((path) => !path.startsWith('src/cli/remote/'))
    expect(named).toEqual([])
  })

  it('names each operation and each route once', () => {
    const names = OPERATIONS.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const routes = OPERATIONS.flatMap(({ http, page }) => [http, page && `page ${page}`]).filter(Boolean)
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
    expect(OPERATIONS.filter(({ http, page }) => http === undefined && page === undefined)).toEqual([])
  })

  it('describes every operation of the API, and all that an answer holds', () => {
    const { paths } = openApi('0')
    for (const { http = '', name } of OPERATIONS.filter((one) => one.http !== undefined)) {
      const [methods = '', url = ''] = http.split(' ')
      const described = paths[url.replaceAll(/:(\w+)/g, '{$1}')]
      for (const method of methods.split('|')) expect(described, name).toHaveProperty(method.toLowerCase())
    }
    const empty = OPERATIONS.filter(({ run }) => run !== undefined).filter(
      (operation) => answersOf(operation).length === 0,
    )
    expect(empty).toEqual([])
  })

  it('has every call of the page', () => {
    const known = OPERATIONS.flatMap(({ page }) => {
      const [method = '', path = ''] = page?.split(' ') ?? []
      return page === undefined ? [] : [new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`)]
    })
    const calls = filesOf('web/src', /\.tsx?$/).flatMap(([path, text]) =>
      [...text.matchAll(/\bcall(?:<[^(]*>)?\(\s*'([A-Z]+)',\s*['`]([^'`]+)['`]/g)].map(
        ([, method = '', address = '']) =>
          [path, `${method} ${address.replaceAll(/\$\{[^}]*\}/g, 'x')}`] as const,
      ),
    )
    expect(calls.length).toBeGreaterThan(25)
    const unknown = calls.filter(([, call]) => {
      const [address = ''] = call.split('?')
      return !known.some((one) => one.test(address)) && !/^[A-Z]+ x/.test(address)
    })
    expect(unknown).toEqual([])
  })

  it('is where answers are declared: the page and the commands have none of their own', () => {
    const declares = /\binterface \w*(?:Answer|Body)\b|\bcall<\{|\bupload<\{/
    const found = [...filesOf('web/src', /\.tsx?$/), ...filesOf('src/cli', /\.ts$/)].filter(([, text]) =>
      declares.test(text),
    )
    expect(found.map(([path]) => path)).toEqual([])
  })
})
