import { describe, expect, it } from 'vitest'
import type { ServerNode } from './node.ts'
import { describeDifferences, differingReplicas } from './replicas.ts'

const replica = (name: string, shard: string, records: number, queued = 0) => ({
  name,
  shard,
  records,
  queued,
})

/** A server that answers what a replica of that state does. */
function nodeOf(name: string, shard: string, records: number, queued: number): ServerNode {
  const query = async ({ parts }: { readonly parts: readonly unknown[] }): Promise<unknown[]> => {
    const text = parts.join('')
    if (text.includes('system.macros')) return [[shard]]
    return text.includes('system.replicas') ? [[queued]] : [[records]]
  }
  return { name, query } as unknown as ServerNode
}

describe('replicas', () => {
  it('that hold the same number of records as their shard are not named, whatever other shards hold', () => {
    expect(describeDifferences([])).toEqual([])
    expect(
      describeDifferences([replica('one', '1', 5), replica('two', '1', 5), replica('x', '2', 9)]),
    ).toEqual([])
  })

  it('that hold fewer are named, with the fullest of their shard and what they wait for', () => {
    const behind = [replica('one', '1', 7), replica('two', '1', 5, 3), replica('three', '1', 6)]
    expect(describeDifferences(behind)).toEqual([
      'two has 5 records, one of the same shard 7, and 3 changes wait to be applied',
      'three has 6 records, one of the same shard 7, and waits for none',
    ])
  })

  it('are counted where servers replicate, and nowhere else', async () => {
    const nodes = [nodeOf('one', 'a', 4, 0), nodeOf('two', 'a', 3, 1)]
    const servers = (replicated: boolean) => ({
      layout: { database: 'd', cluster: 'c', replicated },
      wherePossible: async <Result>(ask: (node: ServerNode) => Promise<Result>) =>
        Promise.all(nodes.map(async (node) => ({ node, result: await ask(node) }))),
    })
    expect(await differingReplicas(servers(false))).toEqual([])
    expect(await differingReplicas(servers(true))).toEqual([
      'two has 3 records, one of the same shard 4, and 1 changes wait to be applied',
    ])
  })
})
