// Records of scan files of which a source states the products, as an import would make them without rules.
import { type Asset, NOWHERE } from '../../asset/index.ts'
import { createEnrich } from '../../enrich/index.ts'
import { ANCHORS, findFiles, planInputs } from '../../importer/index.ts'

const BODY_LIMIT = 65_536

/** Reads the records in files and folders; other files are left out. */
export async function* statedRecords(paths: readonly string[]): AsyncGenerator<Asset> {
  const enrich = createEnrich()
  const locator = { locate: () => NOWHERE, databases: [] }
  const options = { now: Date.now(), port: undefined, fields: undefined }
  for await (const planned of planInputs(await findFiles(paths, ANCHORS), options)) {
    if ('refused' in planned) continue
    const context = { locator, importId: '', defaultTime: planned.defaultTime, bodyLimit: BODY_LIMIT }
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind !== 'observation') continue
      const made = enrich(reading.observation, context)
      if ('asset' in made && made.asset.product.length > 0) yield made.asset
    }
  }
}
