// Microsoft’s Azure service tags (learn.microsoft.com/azure/virtual-network/service-tags-overview). Tags overlap heavily.
import type { Reader } from '../feed.ts'
import { get, given, items, text } from '../json.ts'

const EDGE = /^AzureFrontDoor\.(Frontend|FirstParty)/

/** Reader of `values[].{name, properties{region, systemService, addressPrefixes[]}}`. */
export const azure: Reader = {
  kind: 'azure',
  title: 'Azure service tags',
  basis: 'published',
  detect: (feed) => feed.head.includes('"addressPrefixes"') && get(feed.json(), 'values') !== undefined,
  read(feed, sink) {
    const root = feed.json()
    sink.state({ version: String(get(root, 'changeNumber') ?? '') })
    for (const [index, value] of items(get(root, 'values')).entries()) {
      const name = text(get(value, 'name'))
      const properties = get(value, 'properties')
      const service = given(get(properties, 'systemService')) ?? name.split('.')[0]
      const label = sink.label({
        tags: EDGE.test(name) ? ['cloud:azure', 'cdn:azure-front-door'] : ['cloud:azure'],
        region: given(get(properties, 'region')),
        service: service === 'AzureCloud' ? undefined : service,
      })
      for (const range of items(get(properties, 'addressPrefixes'))) {
        sink.range(text(range), label, `values[${index}]`)
      }
    }
  },
}
