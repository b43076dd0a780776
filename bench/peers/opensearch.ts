// OpenSearch with wildcard fields, where OPENSEARCH_URL names a server.
import type { Condition } from './classes.ts'
import { TEXTS } from './classes.ts'
import { batchesOf, numberOf, type OpenPeer, PAGE, type Question, type Row, seenAt } from './peer.ts'

const INDEX = 'periplus-bench'

const MAPPING = {
  settings: {
    index: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: '-1',
      sort: { field: ['seen'], order: ['desc'] },
    },
  },
  mappings: {
    properties: {
      ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'wildcard', doc_values: false }])),
      host: { type: 'wildcard', doc_values: false, fields: { exact: { type: 'keyword' } } },
      country: { type: 'keyword' },
      domain: { type: 'keyword' },
      ip: { type: 'ip' },
      port: { type: 'integer' },
      as_number: { type: 'long' },
      seen: { type: 'long' },
    },
  },
}

/** Loads the records. */
export const openOpenSearch: OpenPeer = async (file) => {
  const url = process.env['OPENSEARCH_URL']?.replace(/\/$/, '')
  if (url === undefined) return 'OPENSEARCH_URL is not set'
  const call = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
    const init = { method, headers: { 'content-type': type }, ...(body !== undefined && { body: text }) }
    const answer = await fetch(`${url}/${path}`, init)
    if (!answer.ok) throw new Error(`OpenSearch: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }
  await fetch(`${url}/${INDEX}`, { method: 'DELETE' })
  await call('PUT', INDEX, MAPPING)
  for await (const batch of batchesOf(file, 1000)) {
    const answer = await call('POST', `${INDEX}/_bulk`, batch.map(documentOf).join(''))
    if (answer['errors'] === true) throw new Error('OpenSearch refused records')
  }
  await call('POST', `${INDEX}/_forcemerge?max_num_segments=1&flush=true`)
  await call('POST', `${INDEX}/_refresh`)
  return {
    name: 'OpenSearch',
    ask: async (question) => {
      const found = await call('POST', `${INDEX}/_search?request_cache=false`, searchOf(question))
      const hits = found['hits'] as {
        readonly total: { readonly value: number }
        readonly hits: readonly unknown[]
      }
      return { rows: hits.hits.length, total: hits.total.value }
    },
    bytes: async () => {
      const stats = (await call('GET', `${INDEX}/_stats/store`)) as {
        readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } }
      }
      return stats._all.primaries.store.size_in_bytes
    },
    close: async () => {
      await call('DELETE', INDEX)
    },
  }
}

function documentOf(row: Row): string {
  const texts = Object.fromEntries([...TEXTS, 'country', 'domain'].map((name) => [name, row[name] ?? '']))
  const numbers = { port: numberOf(row['port']), as_number: numberOf(row['as_number']), seen: seenAt(row) }
  const document = { ...texts, ...numbers, ip: row['ip'] || null }
  return `{"index":{}}\n${JSON.stringify(document)}\n`
}

function searchOf({ condition, since, unlike }: Question): object {
  const seen = { range: { seen: { gte: since } } }
  const query = { bool: { filter: [seen, queryOf(condition)], must_not: [{ term: { as_number: unlike } }] } }
  const fields = ['host', 'title', 'ip', 'port', 'country']
  return { query, size: PAGE, _source: fields, track_total_hits: true, sort: [{ seen: 'desc' }] }
}

function queryOf(condition: Condition): object {
  switch (condition.kind) {
    case 'equals': {
      const { column, value } = condition
      return { term: { [column === 'host' ? 'host.exact' : column]: value } }
    }
    case 'contains': {
      const value = `*${condition.text.replace(/[*?\\]/g, '\\$&')}*`
      return { wildcard: { [condition.column]: { value, case_insensitive: true } } }
    }
    case 'matches':
      return {
        regexp: { [condition.column]: { value: `.*${condition.expression}.*`, case_insensitive: true } },
      }
    case 'network':
      return { term: { ip: condition.network } }
    case 'seen':
      return { range: { seen: { gte: condition.from, lt: condition.until } } }
    case 'not':
      return { bool: { must_not: [queryOf(condition.of)] } }
    case 'all':
      return { bool: { filter: condition.of.map(queryOf) } }
    case 'any':
      return { bool: { should: condition.of.map(queryOf), minimum_should_match: 1 } }
  }
}
