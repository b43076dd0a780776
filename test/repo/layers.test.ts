// The layers of ARCHITECTURE.md, read from the imports: nothing points back, and no file imports itself round a circle.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'src')

/** What each folder of `src` may import besides itself. */
const BASE = ['util', 'error', 'schema']
const RECORD = [...BASE, 'asset', 'field']
const MAY_SEE: Record<string, readonly string[]> = {
  util: ['error'],
  error: [],
  schema: [],
  asset: BASE,
  field: [...BASE, 'asset'],
  query: RECORD,
  translate: [...RECORD, 'query'],
  sql: [...RECORD, 'query'],
  rule: [...RECORD, 'query', 'sql'],
  map: [],
  importer: RECORD,
  enrich: RECORD,
  demo: RECORD,
  tag: RECORD,
  disk: BASE,
  commit: BASE,
  store: [...RECORD, 'query', 'sql', 'disk', 'commit'],
  state: [...BASE, 'commit'],
  job: [...BASE, 'state', 'disk'],
  service: [
    ...RECORD,
    'query',
    'sql',
    'disk',
    'store',
    'state',
    'job',
    'importer',
    'enrich',
    'tag',
    'demo',
    'rule',
    'map',
  ],
  config: BASE,
  operation: [...RECORD, 'query', 'translate', 'store', 'importer', 'service', 'tag', 'config'],
  door: [...RECORD, 'query', 'store', 'service', 'tag', 'config', 'operation'],
  cli: [
    ...RECORD,
    'disk',
    'query',
    'translate',
    'store',
    'state',
    'importer',
    'enrich',
    'demo',
    'rule',
    'service',
    'job',
    'tag',
    'config',
    'operation',
    'door',
    'client',
  ],
  '': ['cli', 'error', 'config'],
}

/** What runs in the browser too. */
const IN_BROWSER = ['util', 'error', 'asset', 'field', 'query', 'translate', 'map']

interface Edge {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

/** The files of TypeScript in a folder, without tests. */
function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(directory, name))
}

/** The imports of files by relative paths. */
function edgesOf(paths: readonly string[]): readonly Edge[] {
  return paths.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'/gm),
    ].map((match) => ({
      from: file,
      to: resolve(dirname(file), match[2] ?? ''),
      typeOnly: match[1] !== undefined,
    })),
  )
}

const files = filesOf(source)
const edges = edgesOf(files)

/** The client package, separate from `src`. */
const client = join(root, 'client/src')

const folder = (file: string): string => {
  if (file.startsWith(`${client}/`)) return 'client'
  const [first = '', second] = relative(source, file).split('/')
  return second === undefined ? '' : first
}
const show = (file: string): string => relative(root, file)

/** The first circle of imports that can be reached from `file`, or undefined. */
function findCircle(next: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const target of next.get(file) ?? []) {
      const circle = visit(target, [...path, file])
      if (circle !== undefined) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of next.keys()) {
    const circle = visit(file, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

describe('layers', () => {
  it('every folder of src is a known layer', () => {
    const unknown = [...new Set(files.map(folder))].filter((name) => MAY_SEE[name] === undefined)
    expect(unknown).toEqual([])
  })

  it('imports only point down', () => {
    const wrong = edges
      .filter((edge) => folder(edge.from) !== folder(edge.to))
      .filter((edge) => !(MAY_SEE[folder(edge.from)] ?? []).includes(folder(edge.to)))
      .map((edge) => `${show(edge.from)} → ${show(edge.to)}`)
    expect(wrong).toEqual([])
  })

  it('modules are entered through their index', () => {
    const wrong = edges
      .filter((edge) => folder(edge.from) !== folder(edge.to) && folder(edge.from) !== '')
      .filter((edge) => !edge.to.endsWith('/index.ts'))
      .map((edge) => `${show(edge.from)} → ${show(edge.to)}`)
    expect(wrong).toEqual([])
  })

  it('the client package imports nothing but itself', () => {
    const wrong = readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) =>
        [...readFileSync(join(client, name), 'utf8').matchAll(/from '([^']+)'/g)]
          .map((match) => resolve(dirname(join(client, name)), match[1] ?? ''))
          .filter((to) => !to.startsWith(`${client}/`))
          .map((to) => `${name} → ${show(to)}`),
      )
    expect(wrong).toEqual([])
  })

  it.each(['src', 'web/src', 'client/src', 'bench', 'scripts'])(
    'no imports of %s run in a circle',
    (name) => {
      const next = new Map<string, string[]>()
      for (const edge of edgesOf(filesOf(join(root, name))).filter((one) => !one.typeOnly)) {
        next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to])
      }
      expect(findCircle(next)?.map(show)).toBeUndefined()
    },
  )

  it('no folders import each other in a circle; a folder and those in it are one', () => {
    const within = (one: string, other: string): boolean => `${one}/`.startsWith(`${other}/`)
    const next = new Map<string, string[]>()
    for (const { from, to } of edges) {
      const [here, there] = [dirname(from), dirname(to)]
      if (within(here, there) || within(there, here)) continue
      next.set(here, [...(next.get(here) ?? []), there])
    }
    expect(findCircle(next)?.map(show)).toBeUndefined()
  })

  it('what runs in the browser imports no module of Node.js and uses none of its globals', () => {
    const ofNode = /from 'node:|\b(?:Buffer|process|require|__dirname)\b[.(]/
    const wrong = files
      .filter((file) => IN_BROWSER.includes(folder(file)))
      .flatMap((file) => {
        const [found] = ofNode.exec(readFileSync(file, 'utf8')) ?? []
        return found === undefined ? [] : [`${show(file)}: ${found}`]
      })
    expect(wrong).toEqual([])
  })

  it('only config reads the environment', () => {
    const wrong = files
      .filter((file) => folder(file) !== 'config' && /process\.env/.test(readFileSync(file, 'utf8')))
      .map(show)
    expect(wrong).toEqual([])
  })

  it('the page imports downwards: routes, components, lib, locale, and of src what runs in browsers', () => {
    const web = join(root, 'web/src')
    const order = ['routes', 'components', 'lib', 'locale']
    const allowed = IN_BROWSER.map((name) => join(source, name, 'index.ts'))
    const wrong = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^\w+\/.*(?<!\.test)\.tsx?$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join(web, name), 'utf8').matchAll(/from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)]
          .map((match) => resolve(dirname(join(web, name)), match[1] ?? match[2] ?? ''))
          .filter((to) => !to.endsWith('.svg') && !allowed.includes(to))
          .filter(
            (to) =>
              order.indexOf(relative(web, to).split('/')[0] ?? '') < order.indexOf(name.split('/')[0] ?? ''),
          )
          .map((to) => `${name} → ${show(to)}`),
      )
    expect(wrong).toEqual([])
  })

  it('the page is built again when anything it imports changes', () => {
    const [line = ''] = /^sources=.*$/m.exec(readFileSync(join(root, 'bin/setup'), 'utf8')) ?? []
    const watched = [...line.matchAll(/ src\/(\w+)/g)].map(([, name]) => name)
    expect(watched.toSorted()).toEqual(IN_BROWSER.toSorted())
  })
})
