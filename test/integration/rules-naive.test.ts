// The index of rules finds in real records what every rule, evaluated one by one, finds there.
import { expect, it } from 'vitest'
import { type Asset, NOWHERE } from '../../src/asset/index.ts'
import { createEnrich } from '../../src/enrich/index.ts'
import { ANCHORS, findFiles, planInputs } from '../../src/importer/index.ts'
import { createRecognise, MODEL, readLibrary } from '../../src/rule/index.ts'
import { evaluate } from '../support/evaluate.ts'
import { inShortOrLong } from '../support/long.ts'
import { sharedData } from '../support/shared.ts'

const folders = ['censys', 'shodan', 'zgrab2', 'nmap', 'zoomeye'].flatMap((name) => sharedData(name) ?? [])
const EACH = inShortOrLong(150, 15)
/** What expressions see of a text, so that the naive evaluation sees the same. */
const LONGEST = 4000

async function sample(): Promise<readonly Asset[]> {
  const enrich = createEnrich()
  const locator = { locate: () => NOWHERE, databases: [] }
  const options = { now: 0, port: undefined, fields: undefined }
  const records: Asset[] = []
  let number = 0
  for await (const planned of planInputs(await findFiles(folders, ANCHORS), options)) {
    if ('refused' in planned) continue
    const context = { locator, importId: '', defaultTime: 0, bodyLimit: LONGEST }
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind !== 'observation' || number++ % EACH !== 0) continue
      const made = enrich(reading.observation, context)
      if ('asset' in made) records.push(made.asset)
    }
  }
  return records.filter(({ banner, header }) => banner.length < LONGEST && header.length < LONGEST)
}

it.skipIf(folders.length === 0)('finds what a naive evaluation of every rule finds', async () => {
  const rules = readLibrary()
  const recognise = createRecognise(rules)
  const single = new Map(rules.map((rule) => [rule.id, createRecognise([rule])]))
  const records = await sample()
  expect(records.length).toBeGreaterThan(50)
  let names = 0
  for (const record of records) {
    const holding = rules.filter((rule) =>
      evaluate({ mode: 'extended', root: rule.condition, resolved: true }, record, 0),
    )
    const naive = holding.flatMap(({ id, product, os }) => {
      const [found] = product?.includes(MODEL) ? (single.get(id)?.(record) ?? []) : [{ product, os }]
      return found === undefined ? [] : [(found.product ?? `os ${found.os}`).toLowerCase()]
    })
    const found = recognise(record).map(({ product, os }) => (product ?? `os ${os}`).toLowerCase())
    expect([...found].sort()).toEqual([...new Set(naive)].sort())
    names += found.length
  }
  expect(names).toBeGreaterThan(20)
})
