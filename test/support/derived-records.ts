// Records that between them have a value in every column that enrichment derives.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Asset } from '../../src/asset/index.ts'
import { recognised } from '../../src/enrich/recognised.ts'
import { assetOf } from './enriched.ts'
import { pagePng } from './picture.ts'

const leaf = readFileSync(join(import.meta.dirname, '../../src/enrich/certificate/sample/leaf.pem'), 'utf8')

/** The records. */
export const derivedRecords: readonly Asset[] = [
  assetOf({}),
  assetOf({
    reached: 'www.example.com',
    page: { scheme: 'https', path: '/a/b' },
    certificate: leaf,
    icon: new Uint8Array([1, 2, 3]),
    screenshot: pagePng(9, 8),
    stated: {
      header: 'HTTP/1.1 200 OK\r\nServer: nginx\r\n',
      body: '<title>x</title><script src="a.js"></script>京ICP备12345678号',
      cname: ['edge.example.net'],
      banner: 'x',
      structinfo: '[{"cpe":["cpe:/a:f5:nginx"]}]',
    },
    bodyLength: 4000,
  }),
  assetOf({
    stated: { body: 'x', product: ['nginx'] },
    findings: [{ tool: 'nuclei', id: 'CVE-2021-44228', severity: 'critical' }],
  }),
  // A rule that confirms what the source states adds only its evidence.
  recognised(assetOf({ stated: { body: 'x', product: ['nginx'] } }), () => [
    { rule: 'web-server/nginx', product: 'nginx', field: 'body', text: 'x' },
  ]),
  assetOf(
    { stated: {} },
    {
      tagsOf: () => ({
        tags: ['cloud', 'cloud:aws', 'cdn:fastly', 'fraud', 'honeypot', 'scanner:censys', 'vpn'],
        no: ['tor_exit', 'tor_relay', 'proxy'],
      }),
    },
  ),
  assetOf({ stated: { is_cloud: true, protocol: 'mysql' } }, { tagsOf: () => ({ tags: [], no: ['cloud'] }) }),
]
