// `periplus tag`: tags of the addresses in a list, in any text, or in a column of a CSV file.
import { accessSync, constants, createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { Readable } from 'node:stream'
import { AppError, isAppError } from '../../error/index.ts'
import { type AddressLine, type MadeResult, MOST_LINES, writeLines } from '../../service/tag/index.ts'
import { asUtf8, guardCell, type TextEncoding, textEncodingOf } from '../../util/index.ts'
import { addressesIn } from '../input/addresses-in.ts'
import { connectRecords } from '../data/connect.ts'
import { byHour } from '../input/line-time.ts'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { moment, oneOf } from '../input/parse.ts'
import { cannotRead, reading } from '../input/read-file.ts'
import { type ServerOptions, withServerOptions } from '../remote/access.ts'
import { diffTags, diffText } from '../output/tag-diff.ts'

interface TagOptions extends ServerOptions {
  readonly format: 'txt' | 'json' | 'ndjson' | 'csv'
  readonly text?: boolean
  readonly column?: string
  readonly diff?: boolean
  /** Milliseconds UTC. */
  readonly at?: number
  readonly atLineTime?: boolean
}

/** Tags lines at once, at most as many as a file may have. */
type Tag = (lines: readonly AddressLine[], at?: number) => Promise<MadeResult>

/** Adds the command. */
export function addTag(program: Command, context: CommandContext): void {
  const command = program
    .command('tag')
    .description(OVERVIEW.tag.description)
    .argument('<file>', 'file with one address per line, or - for standard input')
    .argument('[newer]', 'with --diff: the later of two results')
    .option(
      '--format <name>',
      'txt, json, ndjson or csv',
      oneOf('--format', ['txt', 'json', 'ndjson', 'csv']),
      'txt',
    )
    .option('--text', 'pick the addresses out of any text and append their tags to each line')
    .option('--column <name>', 'read CSV with a line of names, and append the column ip_tags')
    .option('--at <time>', 'as of this moment, by the versions of feeds that are kept', moment('--at'))
    .option('--at-line-time', 'with --text: each line as of the time in it')
    .option('--diff', 'compare two results of `tag --format json`: which tags came and which went')
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .addHelpText('after', EXAMPLES)
  withServerOptions(command).action((file: string, newer: string | undefined, options: TagOptions) =>
    options.diff ? showDiff(file, newer, options, context) : runTag(file, newer, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus tag addresses.txt
  periplus tag addresses.txt --format json > tags.json
  zcat access.log.gz | periplus tag - --text
  periplus tag hosts.csv --column ip > tagged.csv
  periplus tag --diff march.json april.json`

function showDiff(
  file: string,
  newer: string | undefined,
  { format }: TagOptions,
  { terminal }: CommandContext,
): void {
  if (newer === undefined) throw new AppError('input', '--diff needs two results: the older, then the newer')
  const diff = diffTags(file, newer)
  terminal.out(format === 'json' ? `${JSON.stringify(diff, null, 2)}\n` : diffText(diff))
}

async function runTag(
  file: string,
  newer: string | undefined,
  options: TagOptions,
  context: CommandContext,
): Promise<void> {
  if (newer !== undefined) throw new AppError('input', `one file at a time; \`${newer}\` is another`)
  if (options.text && options.column !== undefined)
    throw new AppError('input', '--text and --column exclude each other')
  if (options.atLineTime && (!options.text || options.at !== undefined))
    throw new AppError('input', '--at-line-time needs --text, and excludes --at')
  if (file !== '-') reading(file, () => accessSync(file, constants.R_OK))
  const { tag: tagAt, close } = await connectRecords(options, context.signal)
  const tag: Tag = (lines, at = options.at) => tagAt(lines, at)
  try {
    if (options.column !== undefined) await tagColumn(file, options.column, tag, context)
    else if (options.atLineTime) await tagByTime(file, tag, context)
    else if (options.text) await tagText(file, tag, context)
    else await tagList(file, options, tag, context)
  } finally {
    await close()
  }
}

async function tagList(
  file: string,
  { format }: TagOptions,
  tag: Tag,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context
  const whole = format === 'json' || format === 'csv'
  let number = 0
  let batch: AddressLine[] = []
  let parts = 0
  const flush = async (): Promise<void> => {
    const { head, entries } = await tag(batch)
    // NDJSON output has one header per result, and there are several results here.
    for await (const piece of writeLines(format, [head, ...entries])) {
      terminal.data(piece)
      await terminal.drained()
    }
    parts++
    batch = []
  }
  for await (const line of linesOf(file)) {
    number++
    const text = line.replace(/^\ufeff/, '').trim()
    if (text === '' || text.startsWith('#')) continue
    if (batch.length === MOST_LINES) {
      if (whole) throw tooLong(format)
      await flush()
    }
    batch.push([number, text])
  }
  if (batch.length > 0) await flush()
  if (parts === 0) throw new AppError('input', `\`${file}\` holds no IP address`)
}

const tooLong = (format: string): AppError =>
  new AppError(
    'input',
    `more than ${MOST_LINES} lines do not fit into one ${format} result; use --format ndjson or txt`,
  )

/** Prints lines of text unchanged, followed by a tab and the tags of the addresses in them. */
async function tagText(file: string, tag: Tag, { terminal }: CommandContext): Promise<void> {
  const append = new Appender(tag)
  for await (const group of groupsOf(linesOf(file), (line) => addressesIn(line))) {
    const tags = await append.tagsOf(group.flatMap(({ addresses }) => addresses))
    const lines = group.map(({ item, addresses }) =>
      [item, ...addresses.map((ip) => label(ip, tags))].join('\t'),
    )
    terminal.data(`${lines.join('\n')}\n`)
    await terminal.drained()
  }
}

/** The same, each line as of its own time; adjacent lines of the same hour are tagged together. */
async function tagByTime(file: string, tag: Tag, { terminal }: CommandContext): Promise<void> {
  for await (const { time, lines } of byHour(linesOf(file))) {
    const append = new Appender((all) => tag(all, time))
    const found = lines.map((line) => ({ line, addresses: addressesIn(line) }))
    const tags = await append.tagsOf(found.flatMap(({ addresses }) => addresses))
    const tagged = found.map(({ line, addresses }) =>
      [line, ...addresses.map((ip) => label(ip, tags))].join('\t'),
    )
    terminal.data(`${tagged.join('\n')}\n`)
    await terminal.drained()
  }
}

const label = (ip: string, tags: ReadonlyMap<string, string>): string => `${ip}=${tags.get(ip) ?? ''}`

async function tagColumn(
  file: string,
  column: string,
  tag: Tag,
  { terminal }: CommandContext,
): Promise<void> {
  const { delimiter, input } = await withDelimiter(openInput(file), column)
  const rows: AsyncIterable<readonly string[]> = input.pipe(
    parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true }),
  )
  const append = new Appender(tag)
  let index = -1
  const cell = (row: readonly string[]): readonly string[] => addressesIn(row[index] ?? '')
  const body = withHead(rows, (head) => {
    index = head.indexOf(column)
    if (index < 0) throw new AppError('input', `no column \`${column}\`; there are ${head.join(', ')}`)
    terminal.data(stringify([[...head, 'ip_tags']], { delimiter }))
  })
  for await (const group of groupsOf(body, cell)) {
    const tags = await append.tagsOf(group.flatMap(({ addresses }) => addresses))
    const tagged = group.map(({ item, addresses }) => [
      ...item,
      guardCell(addresses.map((ip) => tags.get(ip) ?? '').join(';')),
    ])
    terminal.data(stringify(tagged, { delimiter }))
    await terminal.drained()
  }
}

const DELIMITERS = [',', ';', '\t', '|']
const LONGEST_HEAD = 65_536

/** The delimiter that parts this name from others, or that the line of names has most often, and the input with that line. */
async function withDelimiter(
  input: NodeJS.ReadableStream,
  column: string,
): Promise<{ readonly delimiter: string; readonly input: Readable }> {
  const pieces = (input as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    start = Buffer.concat([start, next.value])
    if (start.includes(0x0a) || start.length > LONGEST_HEAD) break
  }
  const [head = ''] = start
    .toString('utf8')
    .trimStart()
    .split(/[\r\n]/, 1)
  const names = head.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((one) =>
    head.split(one).includes(column) ? Number.MAX_SAFE_INTEGER : names.split(one).length,
  )
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
  return { delimiter, input: Readable.from(joined(start, pieces), { objectMode: false }) }
}

async function* joined(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* withHead<Row>(rows: AsyncIterable<Row>, onHead: (head: Row) => void): AsyncGenerator<Row> {
  let first = true
  for await (const row of rows) {
    if (first) onHead(row)
    else yield row
    first = false
  }
}

interface Found<Item> {
  readonly item: Item
  readonly addresses: readonly string[]
}

/** Items in groups that hold few enough addresses to be tagged at once. */
async function* groupsOf<Item>(
  items: AsyncIterable<Item>,
  find: (item: Item) => readonly string[],
): AsyncGenerator<readonly Found<Item>[]> {
  let group: Found<Item>[] = []
  let weight = 0
  for await (const item of items) {
    const addresses = find(item).slice(0, MOST_LINES)
    if (group.length > 0 && weight + addresses.length > MOST_LINES) {
      yield group
      group = []
      weight = 0
    }
    group.push({ item, addresses })
    weight += addresses.length + 1
  }
  if (group.length > 0) yield group
}

/** Tags each distinct address of a group once. */
class Appender {
  readonly #tag: Tag

  constructor(tag: Tag) {
    this.#tag = tag
  }

  async tagsOf(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const different = [...new Set(addresses)]
    if (different.length === 0) return new Map()
    const { entries } = await this.#tag(different.map((ip, index) => [index + 1, ip]))
    const parsed = entries.map((entry) => JSON.parse(entry) as { ip?: string; tags: readonly string[] })
    return new Map(parsed.map(({ ip = '', tags }) => [ip, tags.join(',')]))
  }
}

function openInput(file: string): NodeJS.ReadableStream {
  const source = file === '-' ? process.stdin : createReadStream(file)
  const pieces = piecesOf(source as AsyncIterable<Buffer>, file)
  return Readable.from(asUtf8(pieces, startEncoding), { objectMode: false })
}

const startEncoding = (first: Uint8Array): TextEncoding => textEncodingOf(first, false)

/** The pieces of a file. Fails with `input` where it cannot be read or is not text. */
async function* piecesOf(source: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let encoding: TextEncoding | undefined
  try {
    for await (const piece of source) {
      encoding ??= startEncoding(piece)
      if (!encoding.startsWith('utf-16') && piece.includes(0)) throw notText(file)
      yield piece
    }
  } catch (cause) {
    throw isAppError(cause) ? cause : cannotRead(file, cause)
  }
}

const notText = (file: string): AppError =>
  new AppError('input', `\`${file}\` is not text: it holds a NUL byte; name a list, or unpack it first`)

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  const input = openInput(file)
  input.setEncoding('utf8')
  for await (const piece of input as AsyncIterable<string>) {
    const text = rest + piece
    // The other half of a line end may follow.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|[\n\r]/)
    rest = (lines.pop() ?? '') + text.slice(end)
    yield* lines
  }
  if (rest.endsWith('\r')) rest = rest.slice(0, -1)
  if (rest !== '') yield rest
}
