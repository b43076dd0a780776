import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// The command is started hundreds of times, and loads faster from compiled modules.
const compiled = join(import.meta.dirname, 'node_modules/.cache/periplus-test')

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
        // Each file runs in a process of its own: the embedded engine allows one data directory per process.
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
