// The queries that benchmarks of reading ask: every class of the language over generated records.
import { NEEDLES } from '../test/support/generated/index.ts'
import { quote } from '../src/query/index.ts'

/** Every class of query, by name. */
export const QUERIES: readonly (readonly [string, string])[] = [
  ['everything', 'port!=""'],
  ...NEEDLES.map(({ field, text, what }) => [`${field}: ${what}`, `${field}=${quote(text)}`] as const),
  ['body: phrase of two words', 'body="powered by"'],
  ['body: one letter', 'body="q"'],
  ['body: Cyrillic word', 'body="панель"'],
  ['header and country and port', 'header="server: nginx" && country="DE" && port="443"'],
  ['address in a network', 'ip="198.18.5.0/24"'],
  ['host equal', 'host=="https://198.18.0.1"'],
  ['regular expression on title', 'title=~"(?i)log.?in"'],
  ['wildcard on title', 'title*="*admin*"'],
  ['not body, and country', 'body!="home" && country="DE"'],
  ['not body', 'body!="home"'],
  ['port', 'port="443"'],
  ['product', 'product="nginx"'],
  ['two bodies, either', 'body="password" || body="stoudropand"'],
  ['plain word', 'login'],
  ['plain words', 'admin password'],
  ['plain word beyond ASCII', '登录'],
  ['certificate subject', 'cert.subject.cn="example"'],
  ['time', 'after="2026-06" && before="2026-07"'],
  ['domain', 'domain="coppercollege119.example"'],
]
