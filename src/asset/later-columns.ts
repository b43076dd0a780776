// The columns that the versions of the schema since 5 added: the end of the table of columns.
import {
  type AddressSighting,
  ask,
  fewList,
  fewText,
  type ImportSighting,
  inner,
  json,
  list,
  longList,
  shortJson,
  text,
  unstated,
  yesNo,
} from './column.ts'
import type { Finding, FindingSighting } from './finding.ts'

const also = (...aliases: readonly string[]) => ({ aliases })
const named = (name: string) => ({ name })

/** These columns, in the order in which they were added. */
export const LATER_COLUMNS = {
  // Version 5.
  cpe: {
    ...list('product', 'products'),
    since: 5,
    ...ask('text', '="cpe:2.3:a:nginx:nginx"', 'CPE 2.3 names of the products, as far as they say something'),
  },
  cert_sha256: {
    ...text('certificate', 'certificate'),
    since: 5,
    ...ask('keyword', '="0f1e2d3c"', 'SHA-256 fingerprint of the certificate', {
      ...named('cert.sha256'),
      ...also('cert.fingerprint', 'cert_fingerprint'),
    }),
  },
  cert_subject: {
    ...text('certificate', 'certificate'),
    since: 5,
    ...ask(
      'text',
      '="O=Example"',
      'the certificate’s whole subject, as `C=…, O=…, CN=…`',
      named('cert.subject'),
    ),
  },
  cert_issuer: {
    ...text('certificate', 'certificate'),
    since: 5,
    ...ask('text', '="CN=R3"', 'the certificate’s whole issuer, as `C=…, O=…, CN=…`', named('cert.issuer')),
  },
  cert_is_valid: {
    ...yesNo('certificate'),
    since: 5,
    ...ask('boolean', '="true"', 'whether a source that checked the certificate found it valid', {
      ...named('cert.is_valid'),
      ...also('certs_valid'),
    }),
  },
  tls_ja4s: {
    ...text('ja4s'),
    since: 5,
    ...ask(
      'keyword',
      '="t130200_1301_234ea6891581"',
      'JA4S fingerprint of the TLS server',
      named('tls.ja4s'),
    ),
  },
  hassh: {
    ...text('hassh'),
    since: 5,
    ...ask(
      'keyword',
      '="b12d2871a1189eff20364cf5333619ee"',
      'hassh fingerprint of the SSH server',
      also('hassh_server'),
    ),
  },
  // Version 6.
  imports: inner(shortJson<ImportSighting>()('own', 'observation'), 'the last imports that observed it', 6),
  addresses: inner(shortJson<AddressSighting>()('own'), 'addresses of a name, by its last import', 6),
  ips: inner(list('own'), 'addresses of a name that has several, newest first', 6),
  // Version 7.
  cert_key_sha256: {
    ...text('certificate', 'certificate'),
    since: 7,
    ...ask(
      'keyword',
      '="0f1e2d3c"',
      'SHA-256 fingerprint of the certificate’s public key',
      named('cert.key_sha256'),
    ),
  },
  tls_ja4x: {
    ...text('ja4x'),
    since: 7,
    ...ask('keyword', '="a373a9f83c6b_7022c563de38_a7c2d3a1b4e5"', 'JA4X fingerprint of the certificate', {
      ...named('tls.ja4x'),
      ...also('ja4x'),
    }),
  },
  ssh_fingerprint: {
    ...list('ssh_key'),
    since: 7,
    ...ask(
      'keyword',
      '="SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"',
      'fingerprints of the SSH server’s host keys',
      { ...named('ssh.fingerprint'), ...also('ssh.key') },
    ),
  },
  js_name: {
    ...longList('body', 'page'),
    since: 7,
    ...ask('text', '="js/jquery.js"', 'addresses of the scripts that the page includes', { counted: false }),
  },
  js_md5: {
    ...longList('scripts'),
    since: 7,
    ...ask('keyword', '="82ac3f14327a8b7ba49baa208d4eaa15"', 'MD5 of the scripts that the pages include'),
  },
  cname_domain: {
    ...list('cname', 'identity'),
    since: 7,
    ...ask('text', '="example.net"', 'registrable domains of the canonical names'),
  },
  banner_fid: {
    ...text('fid'),
    since: 7,
    ...ask('keyword', '="jZ6u6ZWAXtM3eTVmGzUl8A=="', 'fingerprint of the banner as stated by an import'),
  },
  sdk_hash: {
    ...text('fid'),
    since: 7,
    ...ask(
      'keyword',
      '="Are3qNnP2Eqn7q5kAoUO3l+w3mgVIytO"',
      'fingerprint of a program library as stated by an import',
    ),
  },
  // Version 8. All of a record's findings together; see `finding.ts`.
  findings: {
    ...unstated(json<Finding>()('finding', 'observation')),
    since: 8,
    ...ask('text', '="root:x:0:0"', 'findings of scanners as JSON text, with evidence and times', {
      counted: false,
    }),
  },
  finding_sights: inner(
    json<readonly FindingSighting[]>()('finding', 'observation'),
    'which imports observed each finding',
    8,
  ),
  finding: {
    ...unstated(list('finding', 'observation')),
    since: 8,
    ...ask('text', '="CVE-2021-44228"', 'identifiers of findings: templates, plugins, CVEs'),
  },
  severity: {
    ...unstated(fewList('finding', 'observation')),
    since: 8,
    ...ask('keyword', '="critical"', 'severities of findings', also('finding.severity')),
  },
  finding_tool: {
    ...unstated(fewList('finding', 'observation')),
    since: 8,
    ...ask('keyword', '="nuclei"', 'tools that reported findings', named('finding.tool')),
  },
  finding_line: {
    ...unstated(longList('finding', 'observation')),
    since: 8,
    ...ask('text', '="critical CVE-2021-44228"', 'each finding as a line: severity, identifier, tool, name', {
      ...named('finding.line'),
      counted: false,
    }),
  },
  // Version 9.
  evidence: {
    ...unstated(text('own', 'recognition')),
    since: 9,
    ...ask('text', '="Server: nginx"', 'which rule found each product, where, since when, as JSON text', {
      counted: false,
    }),
  },
  // Version 10.
  screenshot: {
    ...unstated(text('screenshot', 'observation')),
    since: 10,
    ...ask(
      'keyword',
      '="2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"',
      'SHA-256 of the kept screenshot, by which it is fetched',
    ),
  },
  screenshot_hash: {
    ...unstated(text('screenshot', 'observation')),
    since: 10,
    ...ask(
      'keyword',
      '="c3c3e7e7c3c30000"',
      'perceptual hash of the screenshot: the same for pages that look alike',
    ),
  },
  // Version 11.
  ptr: {
    ...list('ptr'),
    since: 11,
    ...ask(
      'text',
      '="mail.example.com"',
      'names that reverse DNS gives the address',
      also('rdns', 'reverse_dns'),
    ),
  },
  // Version 12. Filled by `tagging.ts`.
  tagging: inner(text('own', 'tags'), 'what tags added to the record, and which of them are denied', 12),
  feed_tag: {
    ...unstated(fewList('own', 'tags')),
    since: 12,
    ...ask('text', '="list:spamhaus-drop"', 'tags that feeds give the address; `tag` contains them too'),
  },
  tag_conflict: {
    ...unstated(list('own', 'tags')),
    since: 12,
    ...ask('text', '="is_cloud"', 'stated values that tags of the address contradict'),
  },
  class: {
    ...unstated(fewList('own', 'tags')),
    since: 12,
    ...ask('keyword', '="database"', 'kinds of device or service that the record shows'),
  },
  tor_exit: {
    ...unstated(yesNo('own', 'tags')),
    since: 12,
    ...ask('boolean', '="true"', 'whether feeds name the address as a Tor exit', also('is_tor_exit')),
  },
  tor_relay: {
    ...unstated(yesNo('own', 'tags')),
    since: 12,
    ...ask('boolean', '="true"', 'whether feeds name the address as a Tor relay', also('is_tor_relay')),
  },
  vpn: {
    ...unstated(yesNo('own', 'tags')),
    since: 12,
    ...ask('boolean', '="true"', 'whether feeds name the address as a VPN', also('is_vpn')),
  },
  proxy: {
    ...unstated(yesNo('own', 'tags')),
    since: 12,
    ...ask('boolean', '="true"', 'whether feeds name the address as a proxy', also('is_proxy')),
  },
  scanner: {
    ...unstated(fewText('own', 'tags')),
    since: 12,
    ...ask('keyword', '="censys"', 'name of the scanner that feeds give the address'),
  },
  cdn_name: {
    ...unstated(fewText('own', 'tags')),
    since: 12,
    ...ask('keyword', '="cloudflare"', 'name of the delivery network that feeds give the address'),
  },
  // Version 13.
  body_fuzzy_hash: {
    ...unstated(text('body', 'page')),
    since: 13,
    ...ask(
      'keyword',
      '="1f3a5c7e90b2d4f6"',
      'fuzzy hash of the body: the same for pages that differ in little',
    ),
  },
  // Version 17.
  icon_md5: {
    // A part of its own: a tool that states only this says nothing of another tool's `icon_hash`.
    ...text('icon_md5', 'icon'),
    since: 17,
    ...ask('keyword', '="4644f2d45601037b8423d45e13194c93"', 'MD5 of the icon', also('favicon_md5')),
  },
} as const
