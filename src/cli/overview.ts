// The description of each command in `periplus --help`, so that help works without loading the commands.

/** A command in the overview. */
export interface CommandOverview {
  readonly usage: string
  readonly description: string
}

/** Every command; the order is that of `--help`. */
export const OVERVIEW = {
  serve: {
    usage: '[options]',
    description:
      'Start the server. On an empty data directory it makes the first account and loads demonstration records.',
  },
  open: {
    usage: '[options] <file...>',
    description: 'show scan files in the browser: a server with their records, removed at its end',
  },
  diff: {
    usage: '[options] <older> <newer>',
    description: 'what changed from one scan file to another: new, changed, closed, not seen',
  },
  import: {
    usage: '[options] <file...>',
    description: 'import scan files, folders or standard input (-); format and compression are detected',
  },
  imports: { usage: '', description: 'what was imported by whom; look into an import, or undo it' },
  search: { usage: '[options] <query>', description: 'search the records; newest first' },
  explain: { usage: '[options] <host>', description: 'why the records of a host have their products' },
  pivots: {
    usage: '[options] <host>',
    description: 'which rare values of a host other hosts share, and similar hosts',
  },
  vulnerabilities: {
    usage: '',
    description: 'lists of known vulnerabilities (KEV, NVD, CVE, EPSS): add, list, remove; those of a host',
  },
  export: {
    usage: '[options] <query>',
    description: 'write every matching record, newest first, to a file or standard output',
  },
  report: {
    usage: '[options] <query>',
    description:
      'a search as one HTML file: counts, map, line, top lists, what is new, expiring certificates',
  },
  assess: {
    usage: '[options] <library>',
    description:
      'published queries over the stored records as one HTML file: products, consoles, known exploited vulnerabilities',
  },
  targets: {
    usage: '[options] <query>',
    description: 'write what matches as a list of targets for a scanner, each once',
  },
  delete: {
    usage: '[options] <query>',
    description: 'remove every record that matches, of any age; counts and asks first',
  },
  exclude: {
    usage: '',
    description: 'networks, names and certificates that are never stored and never shown: add, list, remove',
  },
  retention: {
    usage: '',
    description: 'records older than the settings keep, by source: show what would go, remove it',
  },
  'read-only': {
    usage: '',
    description: 'refuse every change of records while searches, exports and tagging work: on, off, status',
  },
  derive: {
    usage: '',
    description:
      'derive columns of all records again, after an upgrade or with other databases: start, list, cancel',
  },
  demo: { usage: '', description: 'the demonstration records' },
  translate: {
    usage: '[options] <query>',
    description: 'translate a query from or to another search engine',
  },
  list: { usage: '', description: 'stored lists that queries name, such as ip="@office": put, show, remove' },
  tag: {
    usage: '[options] <file> [newer]',
    description: 'tag the addresses of a list, of any text, or of a column of a CSV file',
  },
  evaluate: {
    usage: '[options] <file>',
    description: 'precision and recall of tags against a file of addresses whose tags are known',
  },
  rules: { usage: '', description: 'rules that recognise products: list, add or check a file' },
  pack: {
    usage: '[options] <file>',
    description: 'write all ranges of the loaded feeds with their tags into one MMDB or SQLite file',
  },
  feed: {
    usage: '',
    description: 'sources of tags and databases of places and networks: add, update, list, pin',
  },
  mcp: {
    usage: '[options]',
    description: 'answer a model over standard input and output (Model Context Protocol)',
  },
  account: { usage: '', description: 'accounts: create, list, change; coins, usage, audit, invitations' },
  audit: {
    usage: '',
    description:
      'the audit trail: verify its chain of hashes, export it signed; with a library of queries the same as assess',
  },
  secret: { usage: '', description: 'the secret that encrypts keys and signs: replace it' },
  backup: {
    usage: '[options]',
    description:
      'write records, accounts, secret, settings, feeds and result files into one file, encrypted if wanted, while the server works, and check it',
  },
  restore: {
    usage: '[options] <backup>',
    description: 'check a backup and restore it into an empty data directory',
  },
  migrate: {
    usage: '[options]',
    description:
      'copy all records from the data directory to ClickHouse servers, from servers back, or to others; no server may run',
  },
  doctor: {
    usage: '[options]',
    description:
      'check settings, disk, data directory, records, accounts, feeds, clock, memory and port; one line and one remedy each',
  },
  completion: {
    usage: '<shell>',
    description: 'print the completion of commands and options for bash, zsh or fish, or the man page',
  },
  config: {
    usage: '[options]',
    description: 'Print every setting with its value, where the value comes from, its range and its meaning.',
  },
} as const satisfies Readonly<Record<string, CommandOverview>>
