// A thread that enriches observations for the thread that reads them.
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { Batch } from '../../store/write/index.ts'
import { type EnrichRequest, openEnricher } from './enricher.ts'
import { transferablesOf } from './packed-records.ts'
import type { EnrichWork, PackedOutcomes } from './portion.ts'

const enrich = await openEnricher(workerData as EnrichRequest, () => undefined)

function enriched({ observations, defaultTime }: EnrichWork): PackedOutcomes {
  const records = new Batch()
  const outcomes = observations.map((observation) => {
    const outcome = enrich(observation, defaultTime)
    if (!('asset' in outcome)) return outcome
    const { asset, ...rest } = outcome
    records.add(asset)
    return rest
  })
  return { outcomes, records: records.pack() }
}

parentPort?.on('message', (work: EnrichWork) => {
  const result = enriched(work)
  parentPort?.postMessage(result, transferablesOf(result.records) as Transferable[])
})
parentPort?.postMessage('ready')
