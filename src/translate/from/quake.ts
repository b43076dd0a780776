// Quake: conditions `field:value` joined by AND, OR, NOT and brackets, similar to Lucene; one document is one service.

import { readInfix } from '../grammar/infix.ts'
import type { InfixSyntax } from '../grammar/token.ts'
import type { Language } from '../language.ts'
import * as rule from '../rule.ts'

const { changed, lost, location, tableOf, to, whole, worded } = rule

/** Rules by field. */
const QUAKE_FIELDS = tableOf([
  ['ip', to('ip')],
  ['port ports', to('port')],
  ['hostname host', to('host')],
  ['domain', to('domain', 'host')],
  ['is_domain', rule.flag('is_domain')],
  ['transport', whole('base_protocol')],
  ['asn', rule.AS_NUMBER],
  ['org', to('as_organization')],
  ['owner', changed(to('as_organization'), 'Periplus keeps the holder of the autonomous system')],
  ['isp', to('isp')],
  ['os', to('os')],
  ['is_ipv6', rule.flag('is_ipv6')],
  ['is_latest', rule.always('Periplus keeps the newest record of each service only')],
  ['service services', rule.PROTOCOL],
  ['service.name', rule.PROTOCOL],
  ['service.http.host http.host', to('host')],
  ['service.response response', to('banner', 'header')],
  ['service.cert cert tls.cert', to('cert')],
  ['app product service.product', to('product')],
  ['version service.version', to('product.version')],
  ['catalog type level', worded('category')],
  ['vendor', changed(to('product'), 'vendors are not stored separately from products')],
  ['country country_cn country_en country_code', rule.COUNTRY],
  ['province province_cn province_en', location('province')],
  ['city city_cn city_en', location('city')],
  ['district district_cn', lost('Periplus keeps locations down to the city')],
  ['continent', lost('Periplus keeps no continents')],
  ['title http.title', to('title')],
  ['server http.server', to('server')],
  ['status_code http.status_code', to('status_code')],
  ['headers header http.headers', to('header')],
  ['body http.body', to('body')],
  [
    'html_hash http.html_hash dom_hash robots_hash sitemap_hash response_hash',
    lost('Quake’s hashes are made in another way'),
  ],
  ['favicon favicon.hash icon', to('icon_md5')],
  ['cookie_element cookie', changed(to('header'), 'searched in the whole header')],
  ['icp icp.licence', to('icp')],
  ['icp_keywords icp_nature', lost('of an ICP registration Periplus keeps the number')],
  ['powered_by http.powered_by', changed(to('header'), 'searched in the whole header')],
  [
    'meta_keywords script_function script_variable css_class css_id img_tag',
    changed(to('body'), 'searched in the whole page'),
  ],
  ['page_type', worded('category')],
  ['http_path path', changed(to('link'), 'a record represents its host, mostly at the path `/`')],
  ['jarm tls_jarm', to('jarm')],
  ['tls_ja3s ja3s', to('tls.ja3s')],
  ['tls_version tls.version', rule.TLS_VERSION],
  ['tls_issuer_common_name', to('cert.issuer.cn')],
  ['tls_subject_common_name', to('cert.subject.cn')],
  ['tls_serial_number', rule.SERIAL],
  ['tls_sha1 tls_sha256 tls_md5', rule.FINGERPRINT],
  ['time', rule.timed('lastupdatetime')],
  ['is_cdn is_cloud', rule.flag('is_cloud')],
  ['is_honeypot', rule.flag('is_honeypot')],
  ['vul vulnerability cve', rule.CVE],
])

const SYNTAX: InfixSyntax = {
  operators: [[':', { comparison: 'match' }]],
  words: true,
  compound: true,
  wildcards: 'all',
}

/** The language of Quake. */
export const QUAKE: Language = {
  id: 'quake',
  name: 'Quake',
  sources: ['https://quake.360.net/quake/#/help?id=5e77423bcb9954d2f8a01656'],
  fields: QUAKE_FIELDS,
  find: (field) => QUAKE_FIELDS.get(field.toLowerCase()),
  wordFields: ['*', 'banner'],
  read: (text) => readInfix(text, SYNTAX),
}
