// Facts about the servers. Replicated records count once; disk space and memory count for each server.
import { sql } from '../../../sql/index.ts'
import { countDetached } from '../../read/damage.ts'
import { examineTables, type TableReport } from '../../read/examine.ts'
import { SCHEMA_VERSION } from '../../schema/index.ts'
import type { StoreInfo, StoreReport } from '../../store.ts'
import { localName } from './layout.ts'
import type { ServerNode } from './node.ts'
import { differingReplicas } from './replicas.ts'
import type { Servers } from './servers.ts'

/** Reads the facts from the servers that answer. */
export async function readInfo(servers: Servers): Promise<StoreInfo> {
  const [[records = 0, least = 0] = []] = await servers.query<[number, number]>(
    sql`SELECT count(), min(recency) FROM records`,
  )
  const used = await servers.wherePossible(usedBy)
  const sum = (of: (one: Used) => number): number => used.reduce((total, { result }) => total + of(result), 0)
  return {
    records: Number(records),
    bytesOnDisk: sum(({ bytes }) => bytes),
    newest: records === 0 ? undefined : 4_294_967_295 - least,
    memory: sum(({ memory }) => memory),
    schemaVersion: SCHEMA_VERSION,
    detached: sum(({ detached }) => detached),
    missing: 0,
  }
}

interface Used {
  readonly bytes: number
  readonly memory: number
  readonly detached: number
}

async function usedBy(node: ServerNode): Promise<Used> {
  const [[bytes = 0] = []] = await node.query<[number]>(
    sql`SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()`,
  )
  const [[memory = 0] = []] = await node.query<[number]>(
    sql`SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'`,
  )
  return { bytes: Number(bytes), memory: Number(memory), detached: await countDetached(node) }
}

/** Examines the tables of every server; one that does not answer is listed among the failures. */
export async function examineServers(servers: Servers, thorough: boolean): Promise<StoreReport> {
  const reports = await servers.wherePossible((node) =>
    examineTables(node, thorough, (kind) => localName(servers.layout, kind)),
  )
  const { records, newest } = await readInfo(servers)
  const sum = (of: (one: TableReport) => number): number =>
    reports.reduce((total, { result }) => total + of(result), 0)
  const all = (of: (one: TableReport) => readonly string[]): string[] =>
    reports.flatMap(({ node, result }) => of(result).map((text) => `${node.name}: ${text}`))
  const there = new Set(reports.map(({ node }) => node))
  const silent = servers.nodes.filter((node) => !there.has(node))
  return {
    records,
    newest,
    bytesOnDisk: sum((one) => one.bytesOnDisk),
    parts: sum((one) => one.parts),
    detached: sum((one) => one.detached),
    missing: 0,
    failedMutations: [
      ...all((one) => one.failedMutations),
      ...silent.map(({ name }) => `${name}: does not answer`),
    ],
    damaged: all((one) => one.damaged),
    differing: await differingReplicas(servers),
  }
}
