import {
  awaitExport,
  type Export,
  type ExportRequest,
  type ExportState,
  startExport,
  type WaitOptions,
} from './export.ts'
import {
  type ImportOptions,
  type ImportRequest,
  type ImportState,
  rejectsOf,
  runImport,
  type Upload,
} from './import.ts'
import { keepList, removeList, showList, storedLists } from './list.ts'
import {
  type AllRequest,
  type Page,
  type PageRequest,
  type SearchRecord,
  type Selection,
  searchAll,
  searchPage,
  searchStats,
  type StatsRequest,
} from './search.ts'
import { type TaggingState, tagAddresses, tagLines } from './tag.ts'
import { type CallOptions, type ClientOptions, Transport, toBase64 } from './transport.ts'
import type {
  StoredList,
  ExplainAnswer,
  PivotsAnswer,
  VulnerabilitiesAnswer,
  FieldName,
  HostAnswer,
  HostDetailAnswer,
  InfoMyAnswer,
  IpTagsLookupAnswer,
  IpTagsVocabularyAnswer,
  TagResult,
  SearchFieldsAnswer,
  SearchStatsAnswer,
  TranslateAnswer,
  TranslateParameters,
} from './types.ts'

/** A server and an account on it. Every call fails with a `PeriplusError`, or with the reason of its signal. */
export class Periplus {
  /** Calls that have no method of their own. */
  readonly transport: Transport

  constructor(options: ClientOptions) {
    this.transport = new Transport(options)
  }

  /** One page of the matches, newest first. */
  search<Name extends FieldName>(request: PageRequest<Name>, options: CallOptions = {}): Promise<Page<Name>> {
    return searchPage(this.transport, request, options)
  }

  /** Every match, newest first, however many there are: `for await (const record of periplus.searchAll(…))`. */
  searchAll<Name extends FieldName>(
    request: AllRequest<Name>,
    options: CallOptions = {},
  ): AsyncGenerator<SearchRecord<Name>, void, undefined> {
    return searchAll(this.transport, request, options)
  }

  /** The most frequent values of fields among all matches. Costs nothing. */
  stats(request: StatsRequest, options: CallOptions = {}): Promise<SearchStatsAnswer> {
    return searchStats(this.transport, request, options)
  }

  /** Why a query finds nothing, condition by condition. Costs nothing. */
  explain({ query, full }: Selection, options: CallOptions = {}): Promise<ExplainAnswer> {
    return this.transport.call('POST', '/api/v1/search/explain', { qbase64: toBase64(query), full }, options)
  }

  /** What is known of a name or an address. Fails with `host` where nothing is. */
  host(host: string, options: CallOptions = {}): Promise<HostAnswer> {
    return this.transport.call('GET', `/api/v1/host/${encodeURIComponent(host)}`, {}, options)
  }

  /** Which rare values of a name or an address other hosts share, and similar hosts. Fails with `host` where nothing is known. */
  pivots(host: string, options: CallOptions = {}): Promise<PivotsAnswer> {
    return this.transport.call('GET', '/api/v1/pivots', { host }, options)
  }

  /** Known vulnerabilities of a name or an address, by the lists of the server. Fails with `host` where nothing is known. */
  vulnerabilities(host: string, options: CallOptions = {}): Promise<VulnerabilitiesAnswer> {
    return this.transport.call('GET', '/api/v1/vulnerabilities', { host }, options)
  }

  /** The same port by port, with products. */
  hostDetail(host: string, options: CallOptions = {}): Promise<HostDetailAnswer> {
    const path = `/api/v1/host/${encodeURIComponent(host)}`
    return this.transport.call('GET', path, { detail: true }, options)
  }

  /** The fields of the query language and of answers. */
  async fields(options: CallOptions = {}): Promise<SearchFieldsAnswer['fields']> {
    return (await this.transport.call<SearchFieldsAnswer>('GET', '/api/v1/search/fields', {}, options)).fields
  }

  /** Facts about the calling account. */
  info(options: CallOptions = {}): Promise<InfoMyAnswer> {
    return this.transport.call('GET', '/api/v1/info/my', {}, options)
  }

  /** Every match as one file. Resolves when the file is ready to be fetched. */
  async export(request: ExportRequest, options: WaitOptions<ExportState> = {}): Promise<Export> {
    return this.awaitExport(await this.startExport(request, options), options)
  }

  /** Starts an export and does not wait. Asked for again while it runs, it is the same export. */
  startExport(request: ExportRequest, options: CallOptions = {}): Promise<ExportState> {
    return startExport(this.transport, request, options)
  }

  /** State of an export that was started before. */
  exportState(id: number, options: CallOptions = {}): Promise<ExportState> {
    return this.transport.call('GET', `/api/v1/export/${id}`, {}, options)
  }

  /** Waits for an export that was started before. */
  awaitExport(started: ExportState, options: WaitOptions<ExportState> = {}): Promise<Export> {
    return awaitExport(this.transport, started, options)
  }

  /** The tags of at most 10000 addresses; resolves when all are there. */
  tag(addresses: Iterable<string> | Blob, options: WaitOptions<TaggingState> = {}): Promise<TagResult> {
    return tagAddresses(this.transport, addresses, options)
  }

  /** The same as lines of JSON: the header of the result, then an entry for each line. */
  tagLines(addresses: Iterable<string> | Blob, options: WaitOptions<TaggingState> = {}): Promise<string> {
    return tagLines(this.transport, addresses, options)
  }

  /** The tags of one address. Counts as one line of the day. */
  lookup(ip: string, options: CallOptions = {}): Promise<IpTagsLookupAnswer> {
    return this.transport.call('GET', '/api/v1/ip_tags/lookup', { ip }, options)
  }

  /** The tags there are, and what they mean. */
  async vocabulary(options: CallOptions = {}): Promise<IpTagsVocabularyAnswer['vocabulary']> {
    const path = '/api/v1/ip_tags/vocabulary'
    return (await this.transport.call<IpTagsVocabularyAnswer>('GET', path, {}, options)).vocabulary
  }

  /** A query of another search engine in the language of this one, with notes about what was lost. */
  translate(
    query: string,
    options: CallOptions & Pick<TranslateParameters, 'from' | 'to'> = {},
  ): Promise<TranslateAnswer> {
    const parameters = { qbase64: toBase64(query), from: options.from, to: options.to }
    return this.transport.call('POST', '/api/v1/translate', parameters, options)
  }

  /** The stored lists of the account, which queries name as `ip="@office"`. */
  lists(options: CallOptions = {}): Promise<readonly StoredList[]> {
    return storedLists(this.transport, options)
  }

  /** The elements of a stored list, one a line. */
  showList(name: string, options: CallOptions = {}): Promise<string> {
    return showList(this.transport, name, options)
  }

  /** Stores a list, in place of the one that had its name: addresses, networks, names and network numbers, one a line. */
  keepList(name: string, elements: string, options: CallOptions = {}): Promise<StoredList> {
    return keepList(this.transport, name, elements, options)
  }

  /** Removes a stored list. */
  removeList(name: string, options: CallOptions = {}): Promise<void> {
    return removeList(this.transport, name, options)
  }

  /** Imports a file, for administrators; resolves to its counts when it was imported. */
  import(upload: Upload, request: ImportRequest = {}, options: ImportOptions = {}): Promise<ImportState> {
    return runImport(this.transport, upload, request, options)
  }

  /** The lines that an import rejected, with reasons, as NDJSON. */
  rejects(id: number, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return rejectsOf(this.transport, id, options)
  }
}
