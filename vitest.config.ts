import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// The command is started hundreds of times, and loads faster from compiled modules.
const compiled = join(import.meta.dirname, 'node_modules/.cache/periplus-test')

/** Files below `test` that neither open the embedded engine in their process nor change the process. */
const SHARED = [
  'test/{corpus,repo,support}/**/*.test.ts',
  'test/integration/account/!(authenticate|spend).test.ts',
  'test/integration/{anonymous-bodies,api-access,api-fuzz,api-life,api-logs,api-usage,bearer,client}.test.ts',
  'test/integration/{exclusion-audit,export,hostile-runs,import-api,mcp,rate,requests-in-turn}.test.ts',
  'test/integration/{rules-naive,slow-readers,tagging-ends,tagging-together,web-access}.test.ts',
  'test/integration/{feed/*,backup/encrypted,job/*,state/!(coin|full-disk)}.test.ts',
  'test/integration/import/{icons,own-export,scanners,screenshots,standing-still,tools-and-engines,web-captures}.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for processes that they started: four at a time keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A slow machine needs more than the second that `expect.poll` waits by itself.
    expect: { poll: { timeout: 60_000 } },
    env: { UV_THREADPOOL_SIZE: '24', TZ: 'Asia/Tokyo', NODE_COMPILE_CACHE: compiled },
    projects: [
      {
        extends: true,
        // Many small files share a process.
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/src/**/*.test.ts', 'web/src/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        // Loading the program again would take longer than most of their tests.
        test: {
          name: 'shared',
          include: SHARED,
          globalSetup: ['test/support/global-setup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        // Each file runs in a process of its own: the embedded engine allows one data directory per process.
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: SHARED,
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
