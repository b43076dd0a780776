import { describe, expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import { censysImporter } from '../censys/index.ts'
import { closeCut } from './cut-json.ts'

describe('an object that is cut within its list', () => {
  it.each([
    [
      '{"ip":"1","services":[{"a":"]}\\""},{"b":[{}]},{"c":',
      '{"ip":"1","services":[{"a":"]}\\""},{"b":[{}]}]}',
    ],
    ['{"result":{"services":[{"a":1}],"x":{"y', '{"result":{"services":[{"a":1}]}}'],
    ['{"other":[{"a":1}],"services":[{"a":', undefined],
    ['{"services":{"a":1},"x', undefined],
    ['{"services":[[{}],{', undefined],
    ['"services":[{}]', undefined],
    ['', undefined],
  ])('%s', (text, closed) => expect(closeCut(text, ['services', 'result.services'])).toBe(closed))

  it('is closed in linear time', () => {
    for (const piece of ['{', '[', '{"services":[', '"', '\\', '{},', ']', '{"a":{}},'])
      expect(closeCut(`{"services":[${piece.repeat(200_000)}`, ['services'])?.length ?? 0).toBeLessThan(2e6)
  })

  it('gives the services before the cut and one reject', async () => {
    const services = [22, 80, 443].map((port) => ({
      port,
      service_name: 'UNKNOWN',
      transport_protocol: 'TCP',
    }))
    for (const host of [
      { ip: '192.0.2.1', services },
      { code: 200, result: { ip: '192.0.2.1', services } },
    ])
      for (const text of [JSON.stringify(host), JSON.stringify(host, null, 2)]) {
        const cut = Buffer.from(text.slice(0, text.indexOf('443') + 2))
        const readings = await readAll(censysImporter, memoryInput('host.json', cut), NO_OPTIONS)
        expect(
          readings.map((reading) =>
            reading.kind === 'observation'
              ? reading.observation.port
              : reading.kind === 'reject' && reading.reject.reason,
          ),
        ).toEqual([22, 80, 'the input ends within this record; its list was read up to there'])
      }
  })
})
