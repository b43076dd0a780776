// Shodan's filters, from its list of filters and its banner specification.
import * as rule from '../rule.ts'
import { protocolOrSecure } from '../value.ts'

const { changed, has, lost, location, tableOf, to, whole, worded } = rule

const NO_LABELS = lost('Periplus neither labels screenshots nor has this hash of them')
const NO_DETAIL = lost('Periplus keeps this part of the answer only inside the banner')
const NO_HASH = lost('Periplus does not keep this hash')

/** Rules by filter. */
export const SHODAN_FIELDS = tableOf([
  ['ip net', to('ip')],
  ['port', to('port')],
  ['hostname', to('host')],
  ['asn', rule.AS_NUMBER],
  ['org', to('as_organization')],
  ['isp', to('isp')],
  ['country', rule.COUNTRY],
  ['city', location('city')],
  ['state region', changed(to('province'), 'Shodan writes states and regions as codes, Periplus as names')],
  ['postal', lost('Periplus keeps no postal codes')],
  ['geo', lost('positions are not compared by distance here')],
  ['os', to('os')],
  ['product http.component', to('product')],
  ['http.component_category device', worded('category')],
  ['http.waf', changed(to('product'), 'a firewall is a product of category waf here')],
  ['version', to('product.version')],
  ['cpe', rule.CPE],
  ['tag', worded('tag')],
  ['link', lost('Periplus does not keep how a device is connected')],
  [
    'hash',
    changed(to('banner_hash', 'header_hash'), 'Shodan hashes the whole answer, Periplus banner and header'),
  ],
  ['after', rule.AFTER],
  ['before', rule.BEFORE],
  ['has_ssl', has('cert')],
  ['has_ipv6', changed(rule.flag('is_ipv6'), 'Shodan asks for hosts that have an IPv6 address, too')],
  ['has_screenshot', has('screenshot')],
  ['screenshot.label screenshot.hash', NO_LABELS],
  ['has_vuln', rule.HAS_CVE],
  ['vuln', rule.CVE],
  ['vuln.verified', to('cve.confirmed')],
  ['scan', lost('scans are a matter of Shodan accounts')],
  ['shodan.module', { ...to('protocol'), value: (text) => ({ value: moduleProtocol(text) }) }],
  ['http.title title', to('title')],
  ['http.html html', to('body')],
  ['http.status', to('status_code')],
  ['http.favicon.hash', to('icon_hash')],
  ['http.html_hash', to('body_hash')],
  ['http.headers_hash', to('header_hash')],
  ['http.title_hash http.server_hash http.dom_hash http.robots_hash http.sitemap_hash', NO_HASH],
  ['http.securitytxt http.robots http.sitemap', lost('Periplus keeps the page itself only')],
  ['server http.server http.headers.server', to('server')],
  ['ssl', to('cert')],
  ['ssl.cert.subject.cn', to('cert.subject.cn')],
  ['ssl.cert.subject.o ssl.cert.subject.org', to('cert.subject.org')],
  ['ssl.cert.issuer.cn', to('cert.issuer.cn')],
  ['ssl.cert.issuer.o ssl.cert.issuer.org', to('cert.issuer.org')],
  ['ssl.cert.serial', rule.SERIAL],
  ['ssl.cert.expired', rule.flag('cert.is_expired')],
  ['ssl.cert.fingerprint', rule.FINGERPRINT],
  ['ssl.cert.alg ssl.cert.extension', to('cert')],
  ['ssl.cert.pubkey.bits ssl.cert.pubkey.type', lost('Periplus keeps the public key only inside `cert`')],
  ['ssl.version', rule.TLS_VERSION],
  ['ssl.jarm', to('jarm')],
  ['ssl.ja3s', to('tls.ja3s')],
  ['ssl.chain_count ssl.alpn ssl.cipher.name ssl.cipher.bits ssl.cipher.version', NO_DETAIL],
  ['cloud.provider', worded('cloud_name')],
  ['cloud.region cloud.service', lost('Periplus keeps the provider of a cloud only')],
  ['snmp.contact snmp.location snmp.name', changed(to('banner'), 'searched in the whole banner')],
  ['ssh.hassh', to('hassh')],
  ['ssh.type', NO_DETAIL],
  ['telnet.option telnet.do telnet.dont telnet.will telnet.wont', NO_DETAIL],
  ['ntp.ip ntp.ip_count ntp.more ntp.port', NO_DETAIL],
  ['bitcoin.ip bitcoin.ip_count bitcoin.port bitcoin.version', NO_DETAIL],
  [
    'all',
    {
      ...changed(to('banner', 'header', 'title', 'body', 'host', 'product'), 'searched in six fields'),
    },
  ],
  ['transport', whole('base_protocol')],
])

/** Modules end with the method of the probe: `https-simple-new`, `rdp-simple`. */
function moduleProtocol(text: string): string {
  const read = protocolOrSecure(text.replace(/-(?:simple|simple-new|new)$/i, ''))
  return 'fault' in read ? text : read.value
}
