import { describe, expect, it } from 'vitest'
import type { ServerNode } from './node.ts'
import { describeDifferences, differingReplicas } from './replicas.ts'

const replica = (name: string, shard: string, records: number, queued = 0) => ({
  name,
  shard,
  records,
  queued,
})

/** A server that answers like a replica with this state. */
function nodeOf(name: string, shard: string, records: number, queued: number): ServerNode {
  const query = async ({ parts }: { readonly parts: readonly unknown[] }): Promise<unknown[]> => {
    const text = parts.join('')
    if (text.includes('system.macros')) return [[shard]]
    return text.includes('system.replicas') ? [[queued]] : [[records]]
  }
  return { name, query } as unknown as ServerNode
}

describe('replicas', () => {
  it('with as many records as their shard are not reported, whatever other shards have', () => {
    expect(describeDifferences([])).toEqual([])
    expect(
      describeDifferences([replica('one', '1', 5), replica('two', '1', 5), replica('x', '2', 9)]),
    ).toEqual([])
  })

  it('with fewer records are reported, with the fullest of their shard and their pending changes', () => {
    const behind = [replica('one', '1', 7), replica('two', '1', 5, 3), replica('three', '1', 6)]
    expect(describeDifferences(behind)).toEqual([
      'two has 5 records, one of the same shard 7, and 3 changes wait to be applied',
      'three has 6 records, one of the same shard 7, and waits for none',
    ])
  })

  it('are counted only where servers replicate', async () => {
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
