// docs/operations.md, compose.yaml and deploy/ speak of what there is.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTING_NAMES, SETTINGS, type Setting, variableOf } from '../../src/config/index.ts'
import { createMetrics } from '../../src/door/server/metrics.ts'
import { ERROR_TABLE } from '../../src/error/index.ts'
import { createAdmission } from '../../src/service/search/index.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/operations.md')

/** Names of all metrics, those of histograms with their endings. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics()
  metrics.watchAdmission(createAdmission({ concurrency: 1, queue: 1, queueTime: 1 }))
  const value = {
    records: 0,
    bytesOnDisk: 0,
    newest: undefined,
    memory: 0,
    schemaVersion: 1,
    detached: 0,
    missing: 0,
  }
  const tasks = { value: [], up: true }
  const disk = { value: { free: 1, size: 1 }, up: true }
  metrics.watchObserved(async () => ({ store: { value, up: true }, tasks, disk, now: 0 }))
  metrics.watchBuild({ version: '1', node: '24', store: 'embedded', state: 'sqlite', engineMemoryLimit: 1 })
  const { text } = await metrics.read()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  return new Set(names)
}

const METRIC = /\b(?:periplus|process|nodejs)_[a-z0-9_]+\b/g

describe('docs/operations.md', () => {
  const marked = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

  it('names settings that there are', () => {
    const groups = new Set(SETTING_NAMES.map((name) => name.split('.')[0]))
    const named = marked.filter(
      (text) => /^[a-z]+(?:\.[a-zA-Z]+)+$/.test(text) && groups.has(text.split('.')[0]),
    )
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual(NOT_SETTINGS)
    const variables = [...page.matchAll(/PERIPLUS_[A-Z_]+/g)].map(([text]) => text)
    expect(
      variables.filter((name) => !SETTING_NAMES.some((setting) => variableOf(setting) === name)),
    ).toEqual([])
  })

  it('names metrics that there are, and every one of ours', async () => {
    const names = await metricNames()
    const named = new Set(page.match(METRIC))
    expect([...named].filter((name) => !names.has(name))).toEqual([])
    const ours = [...names].filter((name) => /^periplus_/.test(name) && !/_(bucket|sum|count)$/.test(name))
    expect(ours.filter((name) => !named.has(name))).toEqual([])
  })

  it('names outcomes that there are', () => {
    const outcomes = [...page.matchAll(/outcome="(\w+)"/g)].map(([, code = '']) => code)
    expect(outcomes.filter((code) => !Object.hasOwn(ERROR_TABLE, code))).toEqual([])
  })
})

/** Texts that look like settings and are files. */
const NOT_SETTINGS: readonly string[] = ['state.sqlite']

interface Service {
  readonly image?: string
  readonly build?: { readonly dockerfile: string }
  readonly hostname?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const { services, volumes } = parse(text, { merge: true }) as Compose
  const named = (prefix: string) => Object.entries(services).filter(([name]) => name.startsWith(prefix))

  it('has two shards of two replicas, three keepers, PostgreSQL, two API processes, a proxy and monitoring', () => {
    const kinds = Object.keys(services).map((name) => name.replace(/-.*/, ''))
    const count = (kind: string) => kinds.filter((one) => one === kind).length
    expect(['keeper', 'clickhouse', 'postgres', 'api', 'proxy', 'prometheus'].map(count)).toEqual([
      3, 4, 1, 2, 1, 1,
    ])
    expect(kinds).toHaveLength(12)
  })

  it('mounts files and volumes that there are, and depends on services that there are', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        const found = from.startsWith('./') ? existsSync(join(root, from)) : from in volumes
        expect(found, `${name}: ${volume}`).toBe(true)
      }
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})
      for (const one of needed) expect(Object.keys(services)).toContain(one)
      if (service.build !== undefined) expect(existsSync(join(root, service.build.dockerfile))).toBe(true)
      expect(service.image ?? '').toMatch(/^[\w./-]+:[\w.-]+(?:@sha256:[0-9a-f]{64})?$/)
    }
    const used = Object.values(services)
      .flatMap((one) => one.volumes ?? [])
      .map((one) => one.split(':')[0])
    expect(Object.keys(volumes).filter((name) => !used.includes(name))).toEqual([])
  })

  it('gives the API settings that there are, with values that they take', () => {
    const sample = (value: string) =>
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => name.toLowerCase().padEnd(40, 'x'))
    for (const [, { environment = {} }] of named('api-')) {
      expect(Object.keys(environment).length).toBeGreaterThan(8)
      for (const [variable, value] of Object.entries(environment)) {
        const name = SETTING_NAMES.find((one) => variableOf(one) === variable)
        expect(name, variable).toBeDefined()
        if (name === undefined) continue
        const setting: Setting<unknown> = SETTINGS[name]
        expect(setting.kind.read(sample(value)), `${variable}=${value}`).toBeDefined()
      }
    }
  })

  it('needs the variables of deploy/example.env and no others', () => {
    const needed = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const given = new Set([...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    expect([...needed].sort()).toEqual([...given].sort())
  })

  it('agrees with the files of ClickHouse and Keeper about servers, shards and ports', () => {
    const cluster = elements(read('deploy/clickhouse/cluster.xml'))
    const hosts = textsOf(cluster, 'remote_servers periplus shard replica host')
    const shards = named('clickhouse-').map(([name, service]) => {
      expect(service.hostname).toBe(name)
      expect(service.environment?.REPLICA).toBe(name)
      expect(name).toContain(`-${service.environment?.SHARD}-`)
      return name
    })
    expect(hosts).toEqual(shards)
    const urls = named('api-').map(([, { environment }]) => environment?.PERIPLUS_STORE_URL ?? '')
    for (const host of hosts) for (const url of urls) expect(url).toContain(`${host}:8123`)
    expect(new Set(textsOf(cluster, 'internal_replication'))).toEqual(new Set(['true']))
    const keeper = elements(read('deploy/keeper/keeper.xml'))
    const keepers = named('keeper-').map(([name]) => name)
    expect(textsOf(cluster, 'zookeeper node host')).toEqual(keepers)
    expect(textsOf(keeper, 'raft_configuration server hostname')).toEqual(keepers)
    expect(textsOf(keeper, 'raft_configuration server id')).toEqual(
      named('keeper-').map(([, { environment }]) => environment?.KEEPER_ID),
    )
    const [port] = textsOf(keeper, 'keeper_server tcp_port')
    expect(new Set(textsOf(cluster, 'zookeeper node port'))).toEqual(new Set([port]))
  })

  it('has a proxy that sends callers to every API process, where it listens and reports that it is ready', () => {
    const proxy = read('deploy/proxy/Caddyfile')
    const upstreams = /reverse_proxy ([^{]+) \{/.exec(proxy)?.[1]?.split(' ')
    const api = named('api-').map(([name, { environment }]) => `${name}:${environment?.PERIPLUS_HTTP_PORT}`)
    expect(upstreams).toEqual(api)
    const image = read('deploy/Dockerfile')
    for (const address of api) expect(image).toContain(`\nEXPOSE ${address.split(':')[1]}\n`)
    const paths = [...proxy.matchAll(/(?:health_uri|path) (\S+)/g)].map(([, path]) => path)
    expect(paths).toEqual(['/metrics', '/readyz'])
    const targets = read('deploy/prometheus/prometheus.yaml')
    for (const address of api) expect(targets).toContain(`"${address}"`)
    for (const path of paths) expect(page).toContain(`\`${path}\``)
  })

  it('gives every container the variables that its files read', () => {
    for (const [, service] of Object.entries(services)) {
      for (const volume of service.volumes ?? []) {
        const [file = ''] = volume.split(':')
        if (!file.startsWith('./')) continue
        const wanted = [...read(file).matchAll(/from_env="(\w+)"|\{\$(\w+)\}/g)].map(
          ([, a, b]) => a ?? b ?? '',
        )
        expect(wanted.filter((name) => !(name in (service.environment ?? {})))).toEqual([])
      }
    }
  })
})

describe('the other files of deploy', () => {
  it('alert by metrics and outcomes that there are', async () => {
    const names = await metricNames()
    const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(5)
    for (const { alert, expr, annotations } of rules) {
      expect(alert).toMatch(/^Periplus[A-Z]/)
      expect(annotations.summary).not.toBe('')
      for (const name of expr.match(METRIC) ?? []) expect(names.has(name), name).toBe(true)
      for (const [, code = ''] of expr.matchAll(/outcome="(\w+)"/g))
        expect(Object.hasOwn(ERROR_TABLE, code)).toBe(true)
      // What only waits for its turn, or has no limit here, must not alert.
      expect(expr).not.toMatch(/periplus_tasks_waiting|periplus_engine_memory_bytes \/ \d/)
      expect(expr.replaceAll(/[^()]/g, '').length % 2).toBe(0)
    }
  })

  it('start what there is', () => {
    const unit = read('deploy/systemd/periplus.service')
    expect(unit).toMatch(/^ExecStart=\/opt\/periplus\/bin\/periplus serve --data \S+$/m)
    const image = read('deploy/Dockerfile')
    for (const file of [
      'scripts/bundle.config.ts',
      'web/vite.config.ts',
      'package.json',
      'package-lock.json',
      '.npmrc',
    ])
      expect(image.includes(file) && existsSync(join(root, file)), file).toBe(true)
    expect(read('.dockerignore')).toMatch(/^\.env$/m)
  })
})

/** The texts of an XML file by the names that lead to them. Fails where tags do not match. */
function elements(xml: string): readonly (readonly [path: string, text: string])[] {
  const open: string[] = []
  const found: [string, string][] = []
  const parser = new Parser(
    {
      onopentagname: (name) => open.push(name),
      ontext: (text) => {
        if (text.trim() !== '') found.push([open.join(' '), text.trim()])
      },
      onclosetag: (name, implied) => {
        // An element without content closes itself, which is not a fault.
        if (implied && !xml.includes(`<${name} `)) throw new Error(`<${name}> is not closed`)
        expect(open.pop()).toBe(name)
      },
    },
    { xmlMode: true },
  )
  parser.write(xml)
  parser.end()
  expect(open).toEqual([])
  return found
}

function textsOf(found: ReturnType<typeof elements>, path: string): readonly string[] {
  return found.filter(([where]) => where.endsWith(` ${path}`)).map(([, text]) => text)
}
