// Files of hosts keyed by address: read host by host, whatever their size, and as far as they go.
import { describe, expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import { censysImporter } from './index.ts'

const address = (index: number): string => `192.0.2.${index}`
const hosts = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [
    address(index),
    {
      ip: address(index),
      services: [{ port: 443, service_name: 'HTTP', transport_protocol: 'TCP', banner: 'b'.repeat(500) }],
    },
  ]),
)

async function read(text: string, lineLimit?: number) {
  const options = { ...NO_OPTIONS, ...(lineLimit !== undefined && { lineLimit }) }
  const readings = await readAll(censysImporter, memoryInput('hosts.json', Buffer.from(text), 4096), options)
  return {
    reached: readings.flatMap((one) => (one.kind === 'observation' ? one.observation.reached : [])),
    others: readings.filter((one) => one.kind !== 'observation').length,
  }
}

describe.each([
  ['on one line', JSON.stringify(hosts)],
  ['on many lines', JSON.stringify(hosts, null, 2)],
])('hosts keyed by address %s', (_, text) => {
  it('are records each, also beyond the limit of one document', async () => {
    const all = Object.keys(hosts)
    expect(await read(text)).toEqual({ reached: all, others: 0 })
    expect(await read(text, 20_000)).toEqual({ reached: all, others: 0 })
  })

  it('are kept where the file is cut, but for the last', async () => {
    const { reached, others } = await read(text.slice(0, Math.floor(text.length * 0.99)))
    expect(reached.length).toBeGreaterThan(195)
    expect(others).toBe(1)
  })
})

it('a host takes its address from its key where it does not repeat it', async () => {
  const services = [{ port: 22, service_name: 'SSH', transport_protocol: 'TCP' }]
  expect(await read(JSON.stringify({ '192.0.2.1': { services }, '192.0.2.2': { services } }))).toEqual({
    reached: ['192.0.2.1', '192.0.2.2'],
    others: 0,
  })
})
