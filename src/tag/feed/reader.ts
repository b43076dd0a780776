// All readers, the surest signs first; plain lists, tables, texts and any JSON come last.
import { anyJson } from './any-json/any-json.ts'
import { aws } from './aws/aws.ts'
import { azure } from './azure/azure.ts'
import { badAsn } from './bad-asn/bad-asn.ts'
import { cdncheck } from './cdncheck/cdncheck.ts'
import { cloudflare } from './cloudflare/cloudflare.ts'
import { country } from './country/country.ts'
import { exitAddresses } from './exit-addresses/exit-addresses.ts'
import { fastly } from './fastly/fastly.ts'
import type { Reader } from './feed.ts'
import { firehol } from './firehol/firehol.ts'
import { fullbogons } from './fullbogons/fullbogons.ts'
import { geofeed } from './geofeed/geofeed.ts'
import { github } from './github/github.ts'
import { google } from './google/google.ts'
import { internetScanners } from './internet-scanners/internet-scanners.ts'
import { ipsum } from './ipsum/ipsum.ts'
import { maltrail } from './maltrail/maltrail.ts'
import { misp } from './misp/misp.ts'
import { onionoo } from './onionoo/onionoo.ts'
import { oracle } from './oracle/oracle.ts'
import { own } from './own/own.ts'
import { anyText } from './plain/any-text.ts'
import { plain } from './plain/plain.ts'
import { provider } from './provider/provider.ts'
import { spamhaus } from './spamhaus/spamhaus.ts'
import { rir } from './rir/rir.ts'
import { ruleReaders } from './rule/rule-reader.ts'
import { table } from './table/table.ts'
import { threatfox } from './threatfox/threatfox.ts'
import { torNodes } from './tor-nodes/tor-nodes.ts'
import { typedCsv } from './typed-csv/typed-csv.ts'
import { urlhaus } from './urlhaus/urlhaus.ts'
import { zscaler } from './zscaler/zscaler.ts'

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
  ...ruleReaders,
  plain,
  table,
  anyText,
  anyJson,
]
