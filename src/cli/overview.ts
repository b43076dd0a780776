// The commands of `periplus --help`, so that it works without loading the commands.

/** The headings of the overview. */
const GROUPS = {
  start: 'Start:',
  records: 'Records:',
  knowledge: 'Knowledge about records:',
  tags: 'Tags of addresses:',
  service: 'Service and data:',
} as const

/** A command in the overview. */
export interface CommandOverview {
  readonly group: (typeof GROUPS)[keyof typeof GROUPS]
  /** One line for the overview. */
  readonly summary: string
  /** What the command's own help says. */
  readonly description: string
}

/** Every command; the order is that of `--help`. */
export const OVERVIEW = {
  serve: {
    group: GROUPS.start,
    summary: 'Start the server and the web page',
    description:
      'start the server; on an empty data directory it makes the first account and loads demonstration records',
  },
  open: {
    group: GROUPS.start,
    summary: 'Show scan files in the browser, without storing them',
    description: 'show scan files in the browser: a server with their records, removed at its end',
  },
  demo: {
    group: GROUPS.start,
    summary: 'Load or remove the demonstration records',
    description: 'load or remove the demonstration records',
  },
  doctor: {
    group: GROUPS.start,
    summary: 'Check settings, disk, records, accounts, feeds and port',
    description:
      'check settings, disk, data directory, records, accounts, feeds, clock, memory and port; one line and one remedy each',
  },
  import: {
    group: GROUPS.records,
    summary: 'Import scan files, folders or standard input',
    description: 'import scan files, folders or standard input (-); format and compression are detected',
  },
  imports: {
    group: GROUPS.records,
    summary: 'List imports, look into one, undo one',
    description: 'list imports, look into one, or undo it',
  },
  search: {
    group: GROUPS.records,
    summary: 'Search the records, newest first',
    description: 'search the records; newest first',
  },
  export: {
    group: GROUPS.records,
    summary: 'Write every matching record to a file',
    description: 'write every matching record, newest first, to a file or standard output',
  },
  report: {
    group: GROUPS.records,
    summary: 'Write a search as one HTML file',
    description:
      'a search as one HTML file: counts, map, line, top lists, what is new, expiring certificates',
  },
  targets: {
    group: GROUPS.records,
    summary: 'Write matching records as targets for a scanner',
    description: 'write what matches as a list of targets for a scanner, each once',
  },
  translate: {
    group: GROUPS.records,
    summary: 'Translate a query from or to another search engine',
    description: 'translate a query from or to another search engine',
  },
  list: {
    group: GROUPS.records,
    summary: 'Store lists that queries name, such as ip="@office"',
    description: 'stored lists that queries name, such as ip="@office": put, show, remove',
  },
  diff: {
    group: GROUPS.records,
    summary: 'Compare two scan files: new, changed, closed services',
    description: 'what changed from one scan file to another: new, changed, closed, not seen',
  },
  delete: {
    group: GROUPS.records,
    summary: 'Remove every matching record; asks first',
    description: 'remove every record that matches, of any age; counts and asks first',
  },
  exclude: {
    group: GROUPS.records,
    summary: 'Never store or show some networks, names, certificates',
    description: 'networks, names and certificates that are never stored and never shown: add, list, remove',
  },
  retention: {
    group: GROUPS.records,
    summary: 'Show and remove records older than the settings keep',
    description: 'records older than the settings keep, by source: show what would go, remove it',
  },
  explain: {
    group: GROUPS.knowledge,
    summary: 'Show why the records of a host have their products',
    description: 'show why the records of a host have their products',
  },
  pivots: {
    group: GROUPS.knowledge,
    summary: 'Show rare values that a host shares with others',
    description: 'which rare values of a host other hosts share, and similar hosts',
  },
  rules: {
    group: GROUPS.knowledge,
    summary: 'List, add and check rules that recognise products',
    description: 'rules that recognise products: list, add or check a file',
  },
  derive: {
    group: GROUPS.knowledge,
    summary: 'Derive columns of stored records again',
    description:
      'derive columns of all records again, after an upgrade or with other databases: start, list, cancel',
  },
  vulnerabilities: {
    group: GROUPS.knowledge,
    summary: 'Load lists of known vulnerabilities (KEV, NVD, EPSS)',
    description: 'lists of known vulnerabilities (KEV, NVD, CVE, EPSS): add, list, remove; those of a host',
  },
  assess: {
    group: GROUPS.knowledge,
    summary: 'Run a library of published queries over the records',
    description:
      'published queries over the stored records as one HTML file: products, consoles, known exploited vulnerabilities',
  },
  tag: {
    group: GROUPS.tags,
    summary: 'Tag the addresses of a file',
    description: 'tag the addresses of a list, of any text, or of a column of a CSV file',
  },
  feed: {
    group: GROUPS.tags,
    summary: 'Add, update, list and pin sources of tags',
    description: 'sources of tags and databases of places and networks: add, update, list, pin',
  },
  evaluate: {
    group: GROUPS.tags,
    summary: 'Measure precision and recall of tags or rules',
    description: 'precision and recall of tags against a file of addresses whose tags are known',
  },
  pack: {
    group: GROUPS.tags,
    summary: 'Write the ranges of all feeds as one MMDB or SQLite file',
    description: 'write all ranges of the loaded feeds with their tags into one MMDB or SQLite file',
  },
  account: {
    group: GROUPS.service,
    summary: 'Create, list and change accounts and keys',
    description: 'accounts: create, list, change; coins, usage, audit, invitations',
  },
  audit: {
    group: GROUPS.service,
    summary: 'Verify and export the audit trail',
    description:
      'the audit trail: verify its chain of hashes, export it signed; with a library of queries the same as assess',
  },
  secret: {
    group: GROUPS.service,
    summary: 'Replace the secret that encrypts keys',
    description: 'the secret that encrypts keys and signs: replace it',
  },
  config: {
    group: GROUPS.service,
    summary: 'Print every setting, its value and its meaning',
    description: 'print every setting with its value, where the value comes from, its range and its meaning',
  },
  'read-only': {
    group: GROUPS.service,
    summary: 'Refuse changes of records for a while',
    description: 'refuse every change of records while searches, exports and tagging work: on, off, status',
  },
  backup: {
    group: GROUPS.service,
    summary: 'Write everything into one file, and check it',
    description:
      'write records, accounts, secret, settings, feeds and result files into one file, encrypted if wanted, while the server works, and check it',
  },
  restore: {
    group: GROUPS.service,
    summary: 'Check a backup and restore it',
    description: 'check a backup and restore it into an empty data directory',
  },
  migrate: {
    group: GROUPS.service,
    summary: 'Copy records to or from ClickHouse servers',
    description:
      'copy all records from the data directory to ClickHouse servers, from servers back, or to others; no server may run',
  },
  mcp: {
    group: GROUPS.service,
    summary: 'Serve a model over standard input and output',
    description: 'answer a model over standard input and output (Model Context Protocol)',
  },
  completion: {
    group: GROUPS.service,
    summary: 'Print shell completion or the man page',
    description: 'print the completion of commands and options for bash, zsh or fish, or the man page',
  },
} as const satisfies Readonly<Record<string, CommandOverview>>
