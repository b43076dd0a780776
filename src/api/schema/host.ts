import { Type } from 'typebox'
import { credentials } from './credentials.ts'

/** What is asked of a host. */
export const HostParameters = Type.Object({
  ...credentials,
  detail: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether ports are told one by one, with their products.' }),
  ),
})

/** Which host. */
export const HostPlace = Type.Object({
  host: Type.String({ description: 'An address or a name; of a name also the names below it.' }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const head = {
  error: Type.Literal(false),
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
  consumed_fpoint: count('Always 0.'),
  required_fpoints: count('Always 0.'),
}

/** What `host/{host}` answers. */
export const HostAnswer = Type.Object(
  {
    ...head,
    protocol: Type.Array(Type.String()),
    port: Type.Array(Type.Integer()),
    category: Type.Array(Type.String(), { description: 'Categories of products.' }),
    product: Type.Array(Type.String()),
    ...tail,
  },
  { title: 'HostAnswer', additionalProperties: false },
)

const Product = Type.Object(
  {
    product: Type.String(),
    category: Type.String(),
    level: count('Always 0.'),
    sort_hard_code: count('Always 0.'),
    company: Type.String({ description: 'Always empty.' }),
  },
  { additionalProperties: false },
)

const Port = Type.Object(
  {
    port: Type.Integer(),
    protocol: Type.String(),
    update_time: Type.String({ description: 'When it was last seen.' }),
    products: Type.Array(Product),
  },
  { additionalProperties: false },
)

/** What `host/{host}` answers with `detail`. */
export const HostDetailAnswer = Type.Object(
  { ...head, ports: Type.Array(Port), ...tail },
  { title: 'HostDetailAnswer', additionalProperties: false },
)
