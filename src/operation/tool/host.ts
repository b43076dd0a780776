import { verbatim } from '../input/index.ts'
import { type Tool, tool } from './tool.ts'

/** Services of a host in one answer; a search has the others. */
const MOST_SERVICES = 25

/** Everything about one address or name. */
export function host(): Tool {
  return tool({
    name: 'host',
    scope: 'search',
    title: 'What is known of a host',
    description:
      'Everything the records say of one IP address, or of a domain name and the names below it: place, network, services with products and certificates, what changed when. Costs nothing.',
    input: { host: verbatim('An IPv4 or IPv6 address, or a domain name.', 512) },
    run: async ({ host: name }, { services, caller, signal }) => {
      const found = await services.aggregate.host(caller, name.trim(), MOST_SERVICES, signal)
      const certificates = found.certificates.slice(0, MOST_SERVICES)
      const shown =
        found.services.length < found.total
          ? `the newest ${found.services.length} are shown`
          : 'all are shown'
      const summary = `${found.total} records, ${found.addresses.length} addresses, ${found.names.length} names; ${shown}.`
      return { summary, data: { ...found, certificates } }
    },
  })
}
