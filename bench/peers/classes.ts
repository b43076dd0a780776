// The classes of searches that engines are compared by: our query, and the same condition for engines with another language.
// Needles fit the records of bench/generate.ts.

/** Columns that every engine holds. */
export const COLUMNS = [
  ...['host', 'ip', 'port', 'country', 'domain', 'server', 'title', 'header', 'body', 'banner', 'cert'],
  ...['as_number', 'lastupdatetime'],
] as const

/** Columns of texts that are searched for parts. */
export const TEXTS = ['host', 'server', 'title', 'header', 'body', 'banner', 'cert'] as const

/** A condition in no language. */
export type Condition =
  | { readonly kind: 'equals'; readonly column: string; readonly value: string | number }
  | { readonly kind: 'contains'; readonly column: string; readonly text: string }
  | { readonly kind: 'matches'; readonly column: string; readonly expression: string }
  | { readonly kind: 'network'; readonly network: string; readonly first: string; readonly last: string }
  | { readonly kind: 'seen'; readonly from: number; readonly until: number }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** One class. */
export interface SearchClass {
  readonly name: string
  readonly query: string
  readonly condition: Condition
}

const equals = (column: string, value: string | number): Condition => ({ kind: 'equals', column, value })
const contains = (column: string, text: string): Condition => ({ kind: 'contains', column, text })
const matches = (column: string, expression: string): Condition => ({ kind: 'matches', column, expression })
const all = (...of: readonly Condition[]): Condition => ({ kind: 'all', of })
const any = (...of: readonly Condition[]): Condition => ({ kind: 'any', of })
const not = (of: Condition): Condition => ({ kind: 'not', of })
const word = (text: string): Condition =>
  any(...['title', 'body', 'header', 'host'].map((column) => contains(column, text)))

const textClass = (name: string, column: string, text: string): SearchClass => ({
  name: `${column}: ${name}`,
  query: `${column}="${text}"`,
  condition: contains(column, text),
})

/** Every class. */
export const CLASSES: readonly SearchClass[] = [
  { name: 'port', query: 'port=="443"', condition: equals('port', 443) },
  { name: 'host', query: 'host=="https://198.18.0.1"', condition: equals('host', 'https://198.18.0.1') },
  {
    name: 'network',
    query: 'ip="198.18.5.0/24"',
    condition: { kind: 'network', network: '198.18.5.0/24', first: '198.18.5.0', last: '198.18.5.255' },
  },
  {
    name: 'domain',
    query: 'domain=="coppercollege119.example"',
    condition: equals('domain', 'coppercollege119.example'),
  },
  { name: 'country', query: 'country=="DE"', condition: equals('country', 'DE') },
  textClass('common', 'title', 'login'),
  textClass('rare', 'title', 'grafana'),
  textClass('Chinese', 'title', '登录'),
  textClass('Cyrillic', 'title', 'панель'),
  textClass('common', 'body', 'password'),
  textClass('rare', 'body', 'stoudropand'),
  textClass('absent', 'body', 'zzqqxxyy'),
  textClass('phrase', 'body', 'powered by'),
  textClass('punctuation', 'body', 'swagger-ui'),
  textClass('Chinese', 'body', '登录'),
  textClass('Cyrillic', 'body', 'панель'),
  textClass('two letters', 'body', 'qx'),
  textClass('phrase', 'header', 'server: nginx'),
  textClass('part', 'banner', 'OpenSSH_8'),
  textClass('phrase', 'cert', "Let's Encrypt"),
  {
    name: 'header and country and port',
    query: 'header="server: nginx" && country=="DE" && port=="443"',
    condition: all(contains('header', 'server: nginx'), equals('country', 'DE'), equals('port', 443)),
  },
  {
    name: 'either of two bodies',
    query: 'body="password" || body="stoudropand"',
    condition: any(contains('body', 'password'), contains('body', 'stoudropand')),
  },
  {
    name: 'not body, and country',
    query: 'body!="home" && country=="DE"',
    condition: all(not(contains('body', 'home')), equals('country', 'DE')),
  },
  { name: 'not body', query: 'body!="home"', condition: not(contains('body', 'home')) },
  { name: 'expression on title', query: 'title=~"(?i)log.?in"', condition: matches('title', 'log.?in') },
  {
    name: 'expression on body',
    query: 'body=~"(?i)power[a-z]+ by"',
    condition: matches('body', 'power[a-z]+ by'),
  },
  { name: 'plain word', query: 'login', condition: word('login') },
  { name: 'two plain words', query: 'admin password', condition: all(word('admin'), word('password')) },
  {
    name: 'one month',
    query: 'after="2026-06" && before="2026-07"',
    condition: {
      kind: 'seen',
      from: Date.UTC(2026, 5, 1) / 1000,
      until: Date.UTC(2026, 6, 1) / 1000,
    },
  },
]
