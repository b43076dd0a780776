// A thread that fails or hangs is given up, and its work is done again by the thread that reads.
import { describe, expect, it } from 'vitest'
import type { Planned } from '../../importer/index.ts'
import { EnrichQueue, MANY_OBSERVATIONS } from './enrich-queue.ts'
import type { EnrichRequest } from './enricher.ts'
import { EnrichingThreads } from './enriching-threads.ts'
import { OpenInput } from './portion.ts'

const REQUEST: EnrichRequest = { importId: 'a', bodyLimit: 1000, rules: undefined, databases: {}, now: 0 }

/** A thread that is ready, and then does this with its work. */
function threadThat(does: string): URL {
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => { ${does} })
    parentPort.postMessage('ready')`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

const HANGS = threadThat('for (;;);')
const FAILS = threadThat('throw new Error("a fault")')
const ENDS = threadThat('process.exit(1)')

async function readyThreads(module: URL): Promise<EnrichingThreads> {
  const threads = new EnrichingThreads(REQUEST, { count: 1, module, longest: 200 })
  await expect.poll(() => threads.areReady).toBe(true)
  return threads
}

describe.each([
  ['hangs', HANGS],
  ['fails', FAILS],
  ['ends', ENDS],
])('a thread that %s', (_, module) => {
  it('returns nothing and is not used again', async () => {
    const threads = await readyThreads(module)
    const work = { observations: [], defaultTime: 0 }
    const [first, second] = [threads.enrich(work), threads.enrich(work)]
    expect(threads.enrich(work)).toBeUndefined()
    expect(await first).toBeUndefined()
    expect(await second).toBeUndefined()
    expect(threads.areReady).toBe(false)
    expect(threads.enrich(work)).toBeUndefined()
    await threads.close()
  })

  it('costs no reading, and none changes its place', async () => {
    const threads = await readyThreads(module)
    const filled: number[] = []
    const enriched: number[] = []
    let finished = 0
    const input = new OpenInput(
      { defaultTime: 0, importer: { name: 'test' } } as unknown as Planned,
      'f',
      'n',
    )
    const queue = new EnrichQueue({
      enrich: (observation) => {
        enriched.push(observation.port)
        return { reason: 'none' }
      },
      startThreads: () => threads,
      ...{ onEnrich: () => undefined, onEnriched: () => undefined },
      fill: ({ readings }) => {
        for (const { reading } of readings)
          if (reading.kind === 'observation') filled.push(reading.observation.port)
      },
      finish: () => finished++,
    })
    const count = MANY_OBSERVATIONS + 1500
    for (let port = 0; port < count; port++) {
      const observation = { reached: 'a', port, baseProtocol: 'tcp', time: 0, stated: {} } as const
      queue.add(input, { kind: 'observation', observation, line: port }, undefined)
      input.readings++
      await queue.room()
    }
    queue.end(input)
    await queue.drain()
    expect(filled).toEqual(Array.from({ length: count }, (_, port) => port))
    expect(enriched.toSorted((a, b) => a - b)).toEqual(filled)
    expect(finished).toBe(1)
    await queue.close()
  })
})
