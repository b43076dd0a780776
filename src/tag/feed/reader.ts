// All readers, the surest signs first; plain lists, tables, texts and any JSON come last.

import type { Reader } from './feed.ts'
import { anyJson } from './reader/any-json.ts'
import { anyText } from './reader/any-text.ts'
import { aws } from './reader/aws.ts'
import { azure } from './reader/azure.ts'
import { badAsn } from './reader/bad-asn.ts'
import { cdncheck } from './reader/cdncheck.ts'
import { cloudflare } from './reader/cloudflare.ts'
import { contacts } from './reader/contacts.ts'
import { country } from './reader/country.ts'
import { documentReaders, xmlReader } from './reader/document.ts'
import { exitAddresses } from './reader/exit-addresses.ts'
import { fastly } from './reader/fastly.ts'
import { firehol } from './reader/firehol.ts'
import { fullbogons } from './reader/fullbogons.ts'
import { geofeed } from './reader/geofeed.ts'
import { github } from './reader/github.ts'
import { google } from './reader/google.ts'
import { greynoise } from './reader/greynoise.ts'
import { internetScanners } from './reader/internet-scanners.ts'
import { ipsum } from './reader/ipsum.ts'
import { maltrail } from './reader/maltrail.ts'
import { misp } from './reader/misp.ts'
import { onionoo } from './reader/onionoo.ts'
import { oracle } from './reader/oracle.ts'
import { own } from './reader/own.ts'
import { plain } from './reader/plain.ts'
import { provider } from './reader/provider.ts'
import { rir } from './reader/rir.ts'
import { ruleReaders } from './reader/rule-reader.ts'
import { spamhaus } from './reader/spamhaus.ts'
import { threatfox } from './reader/threatfox.ts'
import { torNodes } from './reader/tor-nodes.ts'
import { typedCsv } from './reader/typed-csv.ts'
import { urlhaus } from './reader/urlhaus.ts'
import { yaml } from './reader/yaml.ts'
import { zscaler } from './reader/zscaler.ts'
import { table } from './table/table.ts'

/** Every format, in the order in which content is compared with it. */
export const READERS: readonly Reader[] = [
  own,
  aws,
  google,
  azure,
  oracle,
  fastly,
  cloudflare,
  github,
  zscaler,
  onionoo,
  misp,
  cdncheck,
  threatfox,
  greynoise,
  provider,
  country,
  rir,
  spamhaus,
  exitAddresses,
  torNodes,
  firehol,
  ipsum,
  urlhaus,
  maltrail,
  badAsn,
  internetScanners,
  fullbogons,
  typedCsv,
  geofeed,
  contacts,
  xmlReader,
  ...ruleReaders,
  ...documentReaders,
  yaml,
  plain,
  table,
  anyText,
  anyJson,
]
