// What a MISP warning list is about, derived from its name.
import { slug } from '../../vocabulary/index.ts'

const KNOWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [/akamai/i, ['cdn:akamai']],
  [/cloudflare/i, ['cdn:cloudflare']],
  [/fastly/i, ['cdn:fastly']],
  [/stackpath/i, ['cdn:stackpath']],
  // Nine tenths of that list are the runners that GitHub rents out in Azure.
  [/github/i, ['service:github-actions']],
  [/google cloud|GCP/i, ['cloud:gcp']],
  [/icloud private relay/i, ['relay:icloud']],
  [/azure/i, ['cloud:azure']],
  [/oracle/i, ['cloud:oracle']],
  [/OVH/i, ['cloud:ovh']],
  [/amazon|AWS/i, ['cloud:aws']],
  [/public DNS resolvers/i, ['resolver']],
  // Nine tenths of the addresses of these lists belong to clouds and hosting companies; few are exits of a VPN.
  [/\bVPN\b/i, ['hosting']],
  [/zscaler/i, ['relay:zscaler']],
  [/telegram/i, ['service:telegram']],
  [/check-host/i, ['service:check-host']],
  [/cortex cloud/i, ['service:cortex-cloud']],
  [/cortex xpanse/i, ['scanner:palo-alto-xpanse']],
  [/parking/i, ['parking']],
  [/sinkhole/i, ['sinkhole']],
  [/link local/i, ['reserved:link-local']],
  [/multicast/i, ['reserved:multicast']],
  [/RFC 1918/i, ['reserved:private']],
  [/RFC 5735/i, ['bogon']],
]

/** Words after which a scanner’s name is over. */
const SCANNER =
  /^(?:list of )?(?:published IP address ranges for |known )?(.+?)(?: IP.?(?:address|ranges).*| used for.*| scanners?\b.*| \(.*| Cloud Sensors.*| CSE.*)$/i

/** The tags of a warning list. Whatever it names is there to be spared, so an unknown one is a service, never a block list. */
export function mispTags(name: string): readonly string[] {
  const known = KNOWN.find(([pattern]) => pattern.test(name))
  if (known !== undefined) return known[1]
  if (!/scan|tenable|connection-attempt/i.test(name)) return [`service:${slug(name) || 'misp'}`]
  const scanner = slug(SCANNER.exec(name)?.[1] ?? name)
  return [`scanner:${scanner.replace(/-(labs|research|io)$/, '').replace(/\.io$/, '') || 'unnamed'}`]
}
