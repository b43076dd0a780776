// How the names that lists give to providers and services are called in our vocabulary.
import { slug } from '../vocabulary/index.ts'

const TAGS: Readonly<Record<string, string>> = {
  akamai: 'cdn:akamai',
  alibaba: 'cloud:alibaba',
  amazon: 'cloud:aws',
  'apple-proxy': 'relay:icloud',
  aws: 'cloud:aws',
  azure: 'cloud:azure',
  cloudflare: 'cdn:cloudflare',
  cloudfront: 'cdn:cloudfront',
  digitalocean: 'cloud:digitalocean',
  duckassistbot: 'service:duckassistbot',
  facebook: 'service:facebook',
  fastly: 'cdn:fastly',
  gcp: 'cloud:gcp',
  github: 'service:github',
  google: 'service:google',
  'google-bot': 'service:googlebot',
  'google-cloud': 'cloud:gcp',
  googlebot: 'service:googlebot',
  hetzner: 'cloud:hetzner',
  linode: 'cloud:linode',
  microsoft: 'cloud:azure',
  openai: 'service:openai',
  oracle: 'cloud:oracle',
  'oracle-cloud': 'cloud:oracle',
  ovh: 'cloud:ovh',
  perplexity: 'service:perplexity',
  pingdom: 'service:pingdom',
  protonvpn: 'vpn:protonvpn',
  starlink: 'isp:starlink',
  statuscake: 'service:statuscake',
  telegram: 'service:telegram',
  tencent: 'cloud:tencent',
  twitter: 'service:twitter',
  vultr: 'cloud:vultr',
  zscaler: 'relay:zscaler',
}

/** The tag for a name of a provider or service, or undefined for one we do not know. */
export function providerTag(name: string): string | undefined {
  return Object.hasOwn(TAGS, slug(name)) ? TAGS[slug(name)] : undefined
}
