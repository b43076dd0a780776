// `bin/setup`, run by several commands at once on a fresh clone: one installs and builds, the others wait, and one that was killed
// holds nobody up. npm and the builder are stand-ins that write down that they ran.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'

const project = resolve(import.meta.dirname, '../..')
const PARTS = [
  'web',
  'client/src',
  'src/util',
  'src/error',
  'src/asset',
  'src/field',
  'src/query',
  'src/translate',
]
const TOOLS = 'sh cat chmod cmp cksum sort find ls tail mkdir rm mv cp dirname'.split(' ')
const pathTo = (tool: string): string =>
  execFileSync('sh', ['-c', `command -v ${tool} || true`], { encoding: 'utf8' }).trim()
const [SLEEP, FLOCK] = [pathTo('sleep'), pathTo('flock')]
const HAS_FLOCK = FLOCK !== ''
// It installs until the file `hold` is gone.
const NPM = `#!/bin/sh
echo install >>runs
cat >input
while [ -e hold ]; do ${SLEEP} 0.05; done
rm -rf node_modules
mkdir -p node_modules/.bin node_modules/vite/bin
printf '%s\\n' '#!/bin/sh' 'echo build >>runs' 'for last; do case $before in --outDir) out=$last ;; esac; before=$last; done' 'mkdir -p "$out"' 'echo page >"$out/index.html"' 'echo program >"$out/main.js"' >node_modules/.bin/node
chmod +x node_modules/.bin/node
`
/** What waits for a lock, with and without `flock`: both write down whose wait it is. */
const WAITS = {
  flock: `#!/bin/sh\n[ "$1" = -n ] || echo $PPID >>waits\nexec ${FLOCK} "$@"\n`,
  sleep: `#!/bin/sh\necho $PPID >>waits\nexec ${SLEEP} 0.1\n`,
}

let clone = ''
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'periplus-setup-'))
  for (const part of PARTS) {
    mkdirSync(join(clone, part), { recursive: true })
    writeFileSync(join(clone, part, 'file.ts'), 'text')
  }
  mkdirSync(join(clone, 'bin'))
  mkdirSync(join(clone, 'tools'))
  cpSync(join(project, 'bin/setup'), join(clone, 'bin/setup'))
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  writeFileSync(join(clone, 'tools/npm'), NPM, { mode: 0o755 })
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** The tools of a machine, with or without `flock`. */
function pathOf(withFlock: boolean): string {
  const tools = join(clone, 'tools')
  for (const tool of TOOLS) {
    const found = pathTo(tool)
    if (found.startsWith('/')) symlinkSync(found, join(tools, tool))
  }
  for (const [tool, text] of Object.entries(WAITS))
    if (withFlock || tool !== 'flock') writeFileSync(join(tools, tool), text, { mode: 0o755 })
  return tools
}

function setup(path: string) {
  const child = spawn('/bin/sh', [join(clone, 'bin/setup')], {
    env: { PATH: path },
    stdio: 'ignore',
    detached: true,
  })
  return { child, ended: new Promise<number | null>((done) => child.once('close', done)) }
}

/** What is to be run, as setup says. */
function programOf(path: string): string {
  const setup = [join(clone, 'bin/setup')]
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('/bin/sh', setup, { env: { PATH: path }, encoding: 'utf8', stdio: [...stdio] }).trim()
}

const runs = (): string => readFileSync(join(clone, 'runs'), 'utf8')

/** How many wait for the one that installs. */
const waiting = (): number => new Set(readFileSync(join(clone, 'waits'), 'utf8').trim().split('\n')).size

/** Lets what installs go on only when the function that it returns is called. */
function hold(): () => void {
  const file = join(clone, 'hold')
  writeFileSync(file, '')
  return () => rmSync(file)
}

describe.each([
  ['with flock', true],
  ['without flock', false],
])('%s', (_, withFlock) => {
  it.skipIf(withFlock && !HAS_FLOCK)('three at once install and build once', async () => {
    const path = pathOf(withFlock)
    const release = hold()
    const all = [setup(path), setup(path), setup(path)]
    await eventually(() => expect(waiting()).toBe(2))
    release()
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0])
    expect(runs()).toBe('install\nbuild\nbuild\n')
    expect(readFileSync(join(clone, 'dist/web/index.html'), 'utf8')).toBe('page\n')
    expect(await setup(path).ended).toBe(0)
    expect(runs()).toBe('install\nbuild\nbuild\n')
  })

  it.skipIf(withFlock && !HAS_FLOCK)('one that is killed is followed by the next', async () => {
    const path = pathOf(withFlock)
    const release = hold()
    const first = setup(path)
    await eventually(() => expect(runs()).toBe('install\n'))
    process.kill(-(first.child.pid ?? 0), 'SIGKILL')
    await first.ended
    release()
    expect(await setup(path).ended).toBe(0)
    expect(runs()).toBe('install\ninstall\nbuild\nbuild\n')
  })

  it.skipIf(withFlock && !HAS_FLOCK)(
    'a changed source is bundled again, and says so by another name',
    async () => {
      const path = pathOf(withFlock)
      const first = programOf(path)
      expect(readFileSync(join(clone, first), 'utf8')).toBe('program\n')
      writeFileSync(join(clone, 'src/query/file.ts'), 'another text')
      const second = programOf(path)
      expect(second).not.toBe(first)
      expect(second).toMatch(/^dist\/program\/[\d-]+\/main\.js$/)
      writeFileSync(join(clone, 'src/query/file.ts'), 'text')
      expect(programOf(path)).toBe(first)
    },
  )

  it.skipIf(withFlock && !HAS_FLOCK)('a bundle that cannot be built leaves the sources to run', async () => {
    const path = pathOf(withFlock)
    programOf(path)
    writeFileSync(join(clone, 'src/query/file.ts'), 'another text')
    writeFileSync(join(clone, 'node_modules/.bin/node'), '#!/bin/sh\nexit 1\n')
    expect(programOf(path)).toBe('src/main.ts')
  })

  it.skipIf(withFlock && !HAS_FLOCK)(
    'the page is built again when a file it is made of changes',
    async () => {
      const path = pathOf(withFlock)
      await setup(path).ended
      const page = join(clone, 'dist/web/index.html')
      for (const part of ['web', 'src/util', 'src/translate']) {
        writeFileSync(page, 'old page')
        writeFileSync(join(clone, part, 'file.ts'), 'another text')
        expect(await setup(path).ended).toBe(0)
        expect(readFileSync(page, 'utf8')).toBe('page\n')
      }
    },
  )

  it.skipIf(withFlock && !HAS_FLOCK)('where nothing can be written, what is there runs', async () => {
    const path = pathOf(withFlock)
    await setup(path).ended
    rmSync(join(clone, 'dist'), { recursive: true })
    // Nobody can create a file there, not even root.
    symlinkSync('/proc', join(clone, 'dist'))
    expect(programOf(path)).toBe('src/main.ts')
    expect(runs()).toBe('install\nbuild\nbuild\n')
    rmSync(join(clone, 'node_modules'), { recursive: true })
    expect(await setup(path).ended).toBe(1)
  })

  it.skipIf(withFlock && !HAS_FLOCK)('what installs leaves the command its standard input', async () => {
    const text = 'data of the command\n'
    const script = `sh bin/setup >/dev/null && cat`
    const left = execFileSync('/bin/sh', ['-c', script], {
      cwd: clone,
      env: { PATH: pathOf(withFlock) },
      input: text,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    expect(left).toBe(text)
    expect(readFileSync(join(clone, 'input'), 'utf8')).toBe('')
  })
})

describe('what npm itself installed', () => {
  const platform = { optional: true, os: [process.platform], cpu: [process.arch] }
  const packages = {
    '': { optionalDependencies: { engine: '1.0.0', 'engine-elsewhere': '1.0.0' } },
    'node_modules/builder': { version: '1.0.0', integrity: 'sha512-builder', dev: true },
    'node_modules/engine': { version: '1.0.0', integrity: 'sha512-engine', ...platform },
    'node_modules/engine-elsewhere': { version: '1.0.0', optional: true, os: ['elsewhere'] },
  }
  const { builder, engine } = {
    builder: { 'node_modules/builder': packages['node_modules/builder'] },
    engine: { 'node_modules/engine': packages['node_modules/engine'] },
  }

  /** How often setup installs where npm left these packages. */
  async function installs(left: Readonly<Record<string, unknown>>): Promise<number> {
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }))
    mkdirSync(join(clone, 'scripts'))
    cpSync(join(project, 'scripts/is-installed.ts'), join(clone, 'scripts/is-installed.ts'))
    mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true })
    symlinkSync(process.execPath, join(clone, 'node_modules/.bin/node'))
    const list = join(clone, 'node_modules/.package-lock.json')
    writeFileSync(list, JSON.stringify({ packages: left }))
    writeFileSync(join(clone, 'runs'), '')
    const path = pathOf(true)
    expect(await setup(path).ended).toBe(0)
    expect(await setup(path).ended).toBe(0)
    return runs().split('install').length - 1
  }

  it('is not installed again where it is complete', async () =>
    expect(await installs({ ...builder, ...engine })).toBe(0))

  it.each([
    ['it is another version', { 'node_modules/builder': { version: '2.0.0' }, ...engine }],
    ['what builds is missing', engine],
    ['the package for this platform is missing', builder],
    ['something else is there', { ...builder, ...engine, 'node_modules/other': { version: '1.0.0' } }],
  ])('is installed again where %s', async (_, left) => expect(await installs(left)).toBe(1))
})

/** Systems without an engine, and what the command says there. */
const UNSUPPORTED: readonly (readonly [system: string, machine: string, sentence: string])[] = [
  ['FreeBSD', 'amd64', 'FreeBSD on amd64 is not supported'],
  ['MINGW64_NT-10.0', 'x86_64', 'MINGW64_NT-10.0 on x86_64 is not supported'],
  ['Linux', 'riscv64', 'Linux on riscv64 is not supported'],
  ...(process.arch === 'arm64' ? [] : [['Linux', 'aarch64', 'has no GNU C library for aarch64'] as const]),
]

describe('bin/periplus', () => {
  /** What the command says where `uname` tells of another system. */
  function runOn(system: string, machine: string) {
    const tools = join(clone, 'other')
    mkdirSync(tools)
    const uname = `#!/bin/sh\ncase $1 in -s) echo ${system} ;; -m) echo ${machine} ;; esac\n`
    writeFileSync(join(tools, 'uname'), uname, { mode: 0o755 })
    const env = { ...process.env, PATH: `${tools}:${process.env['PATH']}` }
    return spawnSync('sh', [join(project, 'bin/periplus'), '--version'], { env, encoding: 'utf8' })
  }

  it.each(UNSUPPORTED)('on %s %s ends with a sentence', (system, machine, sentence) => {
    const { status, stdout, stderr } = runOn(system, machine)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^periplus: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('it runs on Linux with the GNU C library')
  })
})
