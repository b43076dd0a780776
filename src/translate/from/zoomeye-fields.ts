// ZoomEye's fields, those of its first search and of the current one.
import * as rule from '../rule.ts'

const { changed, lost, location, tableOf, to, worded } = rule

/** Rules by field. */
export const ZOOMEYE_FIELDS = tableOf([
  ['ip cidr', to('ip')],
  ['port', to('port')],
  ['hostname site', to('host')],
  ['domain', to('domain')],
  ['asn', rule.AS_NUMBER],
  ['org organization', to('as_organization')],
  ['isp', to('isp')],
  ['country', rule.COUNTRY],
  ['city', location('city')],
  ['subdivisions', location('province')],
  ['os', to('os')],
  ['app product', to('product')],
  ['ver version', to('product.version')],
  ['device', worded('category')],
  ['service protocol', rule.PROTOCOL],
  ['transport', to('base_protocol')],
  ['title', to('title')],
  ['banner', to('banner', 'header')],
  ['header headers http.header', to('header')],
  ['http.header.server', to('server')],
  ['http.header.version', to('product.version')],
  ['http.header.status_code', to('status_code')],
  ['http.header_hash', worded('header_hash')],
  ['http.body body', to('body')],
  ['http.body_hash', worded('body_hash')],
  ['desc keywords', changed(to('body'), 'searched in the whole page')],
  ['iconhash', rule.ICON],
  ['filehash', lost('Periplus keeps hashes of icon, header, body and banner only')],
  ['ssl ssl.cert', to('cert')],
  ['ssl.cert.availability', { ...rule.flag('cert.is_expired'), value: expired }],
  ['ssl.cert.fingerprint', rule.FINGERPRINT],
  ['ssl.cert.serial', rule.SERIAL],
  ['ssl.cert.subject.cn', to('cert.subject.cn')],
  ['ssl.cert.issuer.cn', to('cert.issuer.cn')],
  ['ssl.cert.alg ssl.cert.pubkey.type ssl.cert.pubkey.rsa.bits ssl.cert.pubkey.ecdsa.bits', to('cert')],
  [
    'ssl.chain_count ssl.cipher.bits ssl.cipher.name ssl.cipher.version',
    lost('Periplus does not keep ciphers'),
  ],
  ['ssl.version', rule.TLS_VERSION],
  ['ssl.jarm jarm', to('jarm')],
  ['ssl.ja3s', to('tls.ja3s')],
  ['is_ipv6', rule.flag('is_ipv6')],
  ['is_ipv4', { ...rule.flag('is_ipv6'), value: opposite }],
  ['is_honeypot', rule.flag('is_honeypot')],
  ['is_domain', rule.flag('is_domain')],
  ['is_bugbounty is_new is_changed is_cdn is_dns', lost('Periplus keeps no such mark')],
  ['after', rule.AFTER],
  ['before', rule.BEFORE],
  ['timezone', lost('Periplus keeps no time zones')],
  ['industry', lost('Periplus keeps no branches of business')],
  ['dig', lost('Periplus keeps no answers of name servers')],
  ['vul.cve vul', rule.CVE],
])

function expired(text: string): ReturnType<typeof rule.asYesNo> {
  const read = rule.asYesNo(text)
  return opposite('fault' in read ? text : read.value)
}

function opposite(text: string): ReturnType<typeof rule.asYesNo> {
  const read = rule.asYesNo(text)
  return 'fault' in read ? read : { value: read.value === 'true' ? 'false' : 'true' }
}
