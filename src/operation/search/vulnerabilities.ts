// What is known of the vulnerabilities of a host.
import { vulnerabilitiesMembers } from '../../service/vulnerability/index.ts'
import { verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'

/** Vulnerabilities of a host in three verdicts. */
export const vulnerabilities = operation({
  name: 'vulnerabilities',
  group: 'search',
  access: 'account',
  scope: 'search',
  cancellable: true,
  limited: true,
  summary: 'Known vulnerabilities of a host: confirmed, version in range, product only',
  description:
    'Compares products and findings of the newest 100 records with the lists that the operator loaded (`periplus vulnerabilities add`). Costs no coins.',
  http: 'GET /api/v1/vulnerabilities',
  page: 'POST vulnerabilities',
  input: { host: verbatim('An address or a name.', 1000) },
  output: vulnerabilitiesMembers,
  run: ({ services, caller, signal }, { host }) => services.vulnerabilities(caller, host, signal),
})
