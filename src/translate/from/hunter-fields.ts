// Hunter's fields, from its help page on the syntax of queries.
import * as rule from '../rule.ts'

const { changed, lost, location, tableOf, to, whole, worded } = rule

const NO_REGISTRATION = lost('of an ICP registration Periplus keeps the number')
const NO_WHOIS = lost('Periplus keeps no registrations of domains')

/** Rules by field. */
export const HUNTER_FIELDS = tableOf([
  ['ip', to('ip')],
  ['port ip.port', to('port')],
  ['ip.ports', to('ip_ports')],
  ['ip.port_count', lost('write `port_size`, `port_size_gt` or `port_size_lt`')],
  ['ip.country', rule.COUNTRY],
  ['ip.province', location('province')],
  ['ip.city', location('city')],
  ['ip.isp', to('isp')],
  ['ip.os', to('os')],
  ['ip.tag', worded('tag')],
  ['asset.tag web.tag', worded('tag')],
  ['domain', to('domain', 'host')],
  ['domain.suffix', to('domain')],
  ['is_domain', rule.flag('is_domain')],
  ['domain.status domain.whois_server domain.name_server', NO_WHOIS],
  ['domain.created_date domain.expires_date domain.updated_date domain.registrant', NO_WHOIS],
  ['domain.cname', to('cname')],
  ['header', to('header')],
  ['header.server', to('server')],
  ['header.status_code', to('status_code')],
  ['header.content_length', changed(to('header'), 'searched in the whole header')],
  ['web.title', to('title')],
  ['web.body', to('body')],
  ['web.icon', to('icon_md5')],
  ['web.similar web.similar_icon web.similar_id', lost('Periplus does not search by likeness')],
  ['vul.cve', rule.CVE],
  ['web.is_vul vul.gev vul.state', lost('Periplus knows vulnerabilities by CVE')],
  ['is_web', { ...to('type'), value: webType }],
  ['icp.number', to('icp')],
  [
    'icp.name icp.web_name icp.type icp.province icp.city icp.district icp.industry icp.is_exception',
    NO_REGISTRATION,
  ],
  ['protocol', rule.PROTOCOL],
  ['protocol.transport', whole('base_protocol')],
  ['protocol.banner', to('banner')],
  ['app app.name component component.name', to('product')],
  ['app.type', worded('category')],
  ['app.vendor', changed(to('product'), 'vendors are not stored separately from products')],
  ['app.version component.version', to('product.version')],
  ['cert', to('cert')],
  ['cert.subject', to('cert.subject.cn', 'cert.subject.org', 'cert.domain')],
  ['cert.subject.suffix', to('cert.domain')],
  ['cert.subject_org', to('cert.subject.org')],
  ['cert.issuer', to('cert.issuer.cn', 'cert.issuer.org')],
  ['cert.issuer_org', to('cert.issuer.org')],
  ['cert.serial_number', rule.SERIAL],
  ['cert.sha-1 cert.sha-256 cert.sha-md5', rule.FINGERPRINT],
  ['cert.is_expired', rule.flag('cert.is_expired')],
  ['cert.is_trust', rule.flag('cert.is_valid')],
  ['after', rule.AFTER],
  ['before', rule.BEFORE],
  ['as.number', rule.AS_NUMBER],
  ['as.name as.org', to('as_organization')],
  ['tls-jarm.hash', to('jarm')],
  ['tls-jarm.ans', lost('Periplus keeps the hash of a JARM fingerprint only')],
])

function webType(text: string): ReturnType<typeof rule.asYesNo> {
  const read = rule.asYesNo(text)
  return 'fault' in read ? read : { value: read.value === 'true' ? 'subdomain' : 'service' }
}
