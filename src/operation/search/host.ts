import { Type } from 'typebox'
import { headOf, listsOf, portsOf } from '../../service/aggregate/index.ts'
import { flag, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { count, object, texts } from '../../schema/index.ts'
import { FREE, free } from './answer.ts'

/** Records a host is summed up from: its newest. */
const MOST_RECORDS = 10_000

const head = {
  host: Type.String({ description: 'The address or name in canonical spelling.' }),
  ip: Type.String({ description: 'The address; of a name the one it was last seen at.' }),
  asn: count('Number of the autonomous system; 0 when unknown.'),
  org: Type.String({ description: 'Organisation that holds it.' }),
  country_name: Type.String(),
  country_code: Type.String(),
}
const tail = {
  domain: Type.Array(Type.String(), { description: 'Registrable domains.' }),
  update_time: Type.String({ description: 'When it was last seen, `YYYY-MM-DD HH:MM:SS` in UTC.' }),
  ...free,
}
const product = object({
  product: Type.String(),
  category: Type.String(),
  level: count('Always 0.'),
  sort_hard_code: count('Always 0.'),
  company: Type.String({ description: 'Always empty.' }),
})
const port = object({
  port: Type.Integer(),
  protocol: Type.String(),
  update_time: Type.String({ description: 'When it was last seen.' }),
  products: Type.Array(product),
})
const lists = {
  protocol: texts,
  port: Type.Array(Type.Integer()),
  category: Type.Array(Type.String(), { description: 'Categories of products.' }),
  product: texts,
}

/** What all records say of an address or a name, in short or port by port. */
export const host = operation({
  name: 'host',
  cancellable: true,
  group: 'search',
  summary: 'What is known of one host',
  description: `Sums up the newest ${MOST_RECORDS} records of an address, or of a name and the names below it, however old they are. Costs nothing.`,
  access: 'account',
  scope: 'search',
  http: 'GET|POST /api/v1/host/:host',
  input: {
    detail: flag('Whether ports are listed one by one, with their products.'),
    host: verbatim('An address or a name; of a name also the names below it.'),
  },
  output: { ...head, ...lists, ...tail },
  variants: { HostDetailAnswer: { ...head, ports: Type.Array(port), ...tail } },
  run: async ({ services, caller, signal }, { host: name, detail }) => {
    const found = await services.aggregate.host(caller, name, MOST_RECORDS, signal)
    const { domain, update_time, ...first } = headOf(found)
    const middle = detail ? { ports: portsOf(found) } : listsOf(found)
    // With `detail` it is the variant.
    return { ...first, ...(middle as ReturnType<typeof listsOf>), domain, update_time, ...FREE }
  },
})
