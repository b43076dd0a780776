import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'

const source = resolve(import.meta.dirname, 'src')

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
      route: 'src/routes/search/Search.tsx',
      oneOf: ['src/locale/en/first.ts', 'src/locale/zh/first.ts'],
      mostBytes: 160_000,
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
      // Tables of records that the page does not use are left out although functions build them.
      treeshake: { moduleSideEffects: [{ test: /\/src\/asset\//, sideEffects: false }] },
      // What every page needs is one file: a request instead of twenty, and smaller together than apart.
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
})
