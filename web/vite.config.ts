import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'

const source = resolve(import.meta.dirname, 'src')

const SEARCH = 'src/routes/search/Search.tsx'

/** Modules of the server that the page uses, too. */
const SHARED = new RegExp(`^${resolve(import.meta.dirname, '../src').replaceAll('.', '\\.')}/`)

const BASE =
  /node_modules\/(?:react|react-dom|react-router|scheduler|react-i18next|i18next|@tanstack\/(?:react-query|query-core))\//

// Regular expressions are checked by a large library that most queries need nothing of.
const re2Later: Plugin = {
  name: 're2-later',
  enforce: 'pre',
  resolveId: (name, importer) =>
    name === 're2js' && importer?.startsWith(source) === false ? resolve(source, 'lib/re2.ts') : undefined,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    re2Later,
    compressed({
      budgets: [
        { use: 'the search line', parts: [SEARCH], mostBytes: 150_000 },
        { use: 'the first answer', parts: [SEARCH, 'src/routes/search/Found.tsx'], mostBytes: 160_000 },
      ],
      oneOf: ['src/locale/en/first.ts', 'src/locale/zh/first.ts'],
    }),
  ],
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the page shares with the server only defines things: what no part uses is left out, and what one part uses goes there.
      treeshake: { moduleSideEffects: [{ test: SHARED, sideEffects: false }] },
      // What every page needs is one file: a request instead of twenty, and smaller together than apart.
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
})
