// The command in a few files, which `bin/periplus` runs: reading hundreds of modules and stripping their types takes longer than most
// commands do. Built by `bin/setup` into a folder below `dist/program` whose name stands for the content of the sources.
import { basename, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compileRules, readLibrary } from '../src/rule/index.ts'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src/')

/** Programs: the command, and what runs in threads of its own. */
const PROGRAMS = [
  'src/main.ts',
  'src/service/feed/examine-thread.ts',
  'src/service/ingest/enriching-thread.ts',
  'src/service/ingest/reading-thread.ts',
  'src/service/tag/load/locator-thread.ts',
  'src/service/tag/load/sources-thread.ts',
]

/** Packages that stay as they are: they hold native code, start threads, or look for files beside them. */
const APART =
  /^(?:node:|(?:chdb|pino|pg|fastify|prom-client|@clickhouse\/client|@modelcontextprotocol\/sdk)(?:\/|$)|@fastify\/)/

/** From a bundle to the root of the project. */
const TO_ROOT = '../../..'

/** Threads and compiled rules lie beside the command; anything else that a module looks for beside itself stays beside its source. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.startsWith(source) || !code.includes('import.meta.')) return undefined
    const place = `new URL('${TO_ROOT}/${relative(root, id)}', import.meta.url)`
    return code.replaceAll(
      /new URL\('\.\/(?:([\w-]+-thread)\.ts|compiled-rules\.json)', import\.meta\.url\)|import\.meta\.(url|dirname)/g,
      (whole, thread: string | undefined, what: string | undefined) => {
        if (what === undefined && thread === undefined) return whole
        if (thread !== undefined) return `new URL('./${thread}.js', import.meta.url)`
        return what === 'url'
          ? `${place}.href`
          : `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${place}))`
      },
    )
  },
}

/** What the rules of the project compile to, so that no thread of the program reads and compiles them. */
const rules: Plugin = {
  name: 'rules',
  generateBundle() {
    const source = JSON.stringify(compileRules(readLibrary()))
    this.emitFile({ type: 'asset', fileName: 'compiled-rules.json', source })
  },
}

export default defineConfig({
  root,
  plugins: [places, rules],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((path) => [basename(path, '.ts'), resolve(root, path)])),
      external: APART,
      // Modules of ours do nothing when they are loaded, so that a command loads only what it uses of them.
      treeshake: {
        moduleSideEffects: (id) =>
          !id.startsWith(source) || PROGRAMS.some((path) => id === resolve(root, path)),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      checks: { pluginTimings: false },
    },
  },
})
