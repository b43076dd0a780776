// The vocabulary: every namespace of tags with its meaning and how it can mislead. Data, shown in docs/tags.md and at its endpoint.
import { Type } from 'typebox'
import { object, type Shape, text, textsOf } from '../../schema/index.ts'
import { type Category, CATEGORIES } from './age.ts'

/** One namespace of tags. */
export const VocabularyRow = object(
  {
    namespace: text(),
    value: Type.Enum(['none', 'optional', 'needed'], {
      description:
        'Whether the name is used alone, always with a value after a colon, or both (then `name:value` brings `name` along).',
    }),
    example: text(),
    category: Type.Enum([...CATEGORIES], { description: 'Decides how fast it ages.' }),
    implies: textsOf('Tags that hold wherever this one does.'),
    meaning: text(),
    falsePositives: text(),
    sources: text(),
  },
  { title: 'VocabularyRow' },
)
export type VocabularyRow = Shape<typeof VocabularyRow>

type Texts = Pick<VocabularyRow, 'meaning' | 'falsePositives' | 'sources'>

function row(
  namespace: string,
  value: VocabularyRow['value'],
  example: string,
  category: Category,
  texts: Texts,
  implies: readonly string[] = [],
): VocabularyRow {
  return { namespace, value, example, category, implies, ...texts }
}

/** All namespaces, in the order of the documentation. */
export const VOCABULARY: readonly VocabularyRow[] = [
  row('reserved', 'needed', 'reserved:private', 'definition', {
    meaning: 'in a special-purpose block of IANA’s registries, by name',
    falsePositives: 'none for the block; relays of 6to4, Teredo and NAT64 carry other people’s traffic',
    sources: 'IANA special-purpose address registries, RFC 6890 and its updates (built in)',
  }),
  row('bogon', 'none', 'bogon', 'list', {
    meaning: 'not allocated to anybody at the date of the list',
    falsePositives: 'ranges allocated since; registries hand out space every week',
    sources: 'fullbogons, FireHOL lists of category unroutable',
  }),
  row('country', 'needed', 'country:de', 'geography', {
    meaning: 'said to be used in, or registered to someone in, the country (ISO 3166-1)',
    falsePositives: 'a registration names the holder’s country, not where the address is used',
    sources: 'geofeeds (RFC 8805), delegations of the regional registries',
  }),
  row('hosting', 'none', 'hosting', 'network', {
    meaning: 'servers rather than people: data centre, cloud or hosting company',
    falsePositives: 'offices and VPN users of hosting companies; access lines of mixed networks',
    sources:
      'kind of autonomous system (built in), lists of hosting networks, misp-warninglists, every `cloud` tag',
  }),
  row('isp', 'optional', 'isp:starlink', 'network', {
    meaning: 'network of an access provider',
    falsePositives: 'most access providers also rent out servers',
    sources: 'kind of autonomous system (built in), operators’ lists',
  }),
  row('mobile', 'none', 'mobile', 'network', {
    meaning: 'network of a mobile operator; many subscribers share an address',
    falsePositives: 'fixed lines of the same operator',
    sources: 'kind of autonomous system (built in)',
  }),
  row('education', 'none', 'education', 'network', {
    meaning: 'university, school or research network',
    falsePositives: 'hospitals and libraries served by research networks',
    sources: 'kind of autonomous system (built in)',
  }),
  row('government', 'none', 'government', 'network', {
    meaning: 'network of a state or its armed forces',
    falsePositives: 'ranges lent to contractors',
    sources: 'kind of autonomous system (built in)',
  }),
  row('business', 'none', 'business', 'network', {
    meaning: 'network of a company for its own use',
    falsePositives: 'companies that resell part of their network',
    sources: 'kind of autonomous system (built in)',
  }),
  row(
    'cloud',
    'optional',
    'cloud:aws',
    'cloud',
    {
      meaning: 'range of a cloud provider; whoever rents it acts, not the provider',
      falsePositives: 'the provider’s own offices and services inside the same ranges',
      sources:
        'providers’ published ranges, geofeeds of providers, cdncheck, misp-warninglists, kind of autonomous system',
    },
    ['hosting'],
  ),
  row('cdn', 'optional', 'cdn:cloudflare', 'cdn', {
    meaning: 'edge of a content delivery network; thousands of sites share the address',
    falsePositives: 'customers’ servers inside the ranges of companies that also rent servers',
    sources: 'providers’ published ranges, cdncheck, misp-warninglists, kind of autonomous system',
  }),
  row('waf', 'optional', 'waf:imperva', 'cdn', {
    meaning: 'web application firewall in front of other people’s sites',
    falsePositives: 'as for `cdn`',
    sources: 'cdncheck, lists of your own',
  }),
  row('vpn', 'optional', 'vpn:protonvpn', 'vpn', {
    meaning: 'exit of a commercial VPN, or range of a company that rents to them',
    falsePositives: 'broad lists name whole hosting ranges',
    sources: 'operators’ lists, lists_vpn',
  }),
  row('proxy', 'optional', 'proxy:socks', 'proxy', {
    meaning: 'open proxy seen working',
    falsePositives: 'home lines that changed hands since',
    sources: 'FireHOL lists of category anonymizers',
  }),
  row(
    'tor_exit',
    'none',
    'tor_exit',
    'tor',
    {
      meaning: 'Tor traffic leaves here',
      falsePositives: 'other services on the same machine; relays that stopped since',
      sources: 'torbulkexitlist, exit-addresses, Onionoo, tor-nodes',
    },
    ['tor_relay'],
  ),
  row('tor_relay', 'none', 'tor_relay', 'tor', {
    meaning: 'Tor relay of any kind; unless it is also an exit, no traffic to third parties leaves here',
    falsePositives: 'other services on the same machine; relays that stopped since',
    sources: 'Onionoo, tor-nodes',
  }),
  row('relay', 'optional', 'relay:icloud', 'relay', {
    meaning: 'egress of a privacy relay or secure web gateway that many people share',
    falsePositives: 'none known; the address says nothing about the person',
    sources: 'operators’ published ranges, misp-warninglists',
  }),
  row('scanner', 'optional', 'scanner:censys', 'scanner', {
    meaning: 'known to scan the internet, mostly for research',
    falsePositives: 'cloud addresses given back by the scanner and rented by others',
    sources: 'internet-scanners, misp-warninglists, maltrail',
  }),
  row('honeypot', 'none', 'honeypot', 'scanner', {
    meaning: 'looks like a decoy; the reasons are beside the score',
    falsePositives: 'shared hosting and port forwarders with very many services',
    sources: 'our own records',
  }),
  row('resolver', 'optional', 'resolver:quad9', 'service', {
    meaning: 'answers DNS queries of anybody',
    falsePositives: 'lists of open resolvers age fast',
    sources: 'well-known public resolvers (built in), misp-warninglists',
  }),
  row('service', 'optional', 'service:googlebot', 'service', {
    meaning: 'belongs to a well-known service: crawler, monitor, messenger, code host',
    falsePositives: 'addresses of cloud customers inside ranges a service publishes as a whole',
    sources: 'operators’ published ranges, misp-warninglists',
  }),
  row('parking', 'none', 'parking', 'service', {
    meaning: 'serves parked domains',
    falsePositives: 'registrars’ other services',
    sources: 'misp-warninglists',
  }),
  row('sinkhole', 'none', 'sinkhole', 'service', {
    meaning: 'receives traffic of seized malware domains',
    falsePositives: 'cloud addresses given back since',
    sources: 'misp-warninglists',
  }),
  row('list', 'needed', 'list:spamhaus-drop', 'list', {
    meaning: 'named by the block list after the colon',
    falsePositives: 'addresses that many share, dynamic addresses, addresses with a new holder',
    sources: 'Spamhaus DROP, FireHOL, ipsum, C2-Tracker, ThreatFox, URLhaus, maltrail and lists of your own',
  }),
  row('fraud', 'optional', 'fraud:phishing', 'list', {
    meaning: 'named by a list of fraudulent sites, such as phishing and counterfeit shops',
    falsePositives: 'shared hosting, addresses with a new holder',
    sources: 'lists of your own',
  }),
  row('port', 'needed', 'port:443', 'service', {
    meaning: 'we hold a record of the open port',
    falsePositives: 'closed since; see `seen`',
    sources: 'our own records',
  }),
  row('protocol', 'needed', 'protocol:https', 'service', {
    meaning: 'a service of the address spoke the protocol',
    falsePositives: 'closed since; see `seen`',
    sources: 'our own records',
  }),
  row('product', 'needed', 'product:nginx', 'service', {
    meaning: 'a service of the address named the product',
    falsePositives: 'products that pose as others; proxies that pass headers on',
    sources: 'our own records',
  }),
  row('class', 'needed', 'class:database', 'service', {
    meaning: 'what kind of device or service the records show',
    falsePositives: 'classes known by a port alone are kept below the threshold',
    sources: 'our own records',
  }),
]
