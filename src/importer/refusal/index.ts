// Files that people take for scan results and that hold none, or hold them in a form that says too little: recognised by content, refused
// with what to do instead. Answers of search engines are with their importers.
import { parseAddress, parseNetwork } from '../../util/index.ts'
import type { Refusal, Sample } from '../importer.ts'
import { asText, firstRows, type JsonObject, peekObjects } from '../text/index.ts'

const NO_RECORDS = 'it holds no records of services'
const ZEEK_ADVICE =
  'import its logs `conn`, `http`, `ssl`, `ssh`, `known_services`, `known_certs` or `software`'
const BRING = 'bring its results as NDJSON or CSV with `ip` or `host`, `port` and what else is known'

/** A text that begins like this, or has this near its beginning. */
function text(name: string, pattern: RegExp, advice: string, score = 0.95): Refusal {
  return { name, detect: (sample) => (pattern.test(sample.text.slice(0, 8192)) ? score : 0), advice }
}

/** Bytes that begin with these. */
function bytes(name: string, signature: string, advice: string): Refusal {
  const wanted = Buffer.from(signature, 'latin1')
  return {
    name,
    detect: (sample) => (wanted.every((byte, at) => sample.bytes[at] === byte) ? 0.99 : 0),
    advice,
  }
}

/** A picture: in a folder it is a screenshot or icon that belongs to a scan. */
function image(signature: string): Refusal {
  return { ...bytes('an image', signature, NO_RECORDS), companion: true }
}

function json(name: string, is: (record: JsonObject) => boolean, advice: string): Refusal {
  const fits = (sample: Sample): boolean => {
    const [first] = peekObjects(sample)
    return first !== undefined && is(first)
  }
  return { name, detect: (sample) => (fits(sample) ? 0.95 : 0), advice }
}

/** At least this share of the first lines is like this. */
function lines(
  name: string,
  is: (line: string) => boolean,
  advice: string,
  score: number,
  share = 0.9,
): Refusal {
  return {
    name,
    detect: (sample) => {
      const all = sample.text.split(/\r?\n/, 200)
      if (!sample.whole) all.pop()
      const filled = all
        .map((line) => line.split(/#|^;|\s;/, 1)[0]?.trim() ?? '')
        .filter((line) => line !== '')
      return filled.length > 0 && filled.filter(is).length >= share * filled.length ? score : 0
    },
    advice,
  }
}

function has(record: JsonObject, key: string, inner?: string): boolean {
  const found = record[key]
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false
  return inner === undefined || inner in found
}

/** `{"www.example.com": ["192.0.2.1"]}` */
function isNameMap(record: JsonObject): boolean {
  const entries = Object.entries(record).slice(0, 20)
  return (
    entries.length > 0 &&
    entries.every(
      ([key, value]) =>
        /^[\w-]+(\.[\w-]+)+$/.test(key) &&
        Array.isArray(value) &&
        value.every((item) => asText(item) !== undefined),
    )
  )
}

/** `192.0.2.1,80` and `https://www.example.com,192.0.2.1,443` */
function isRow(line: string): boolean {
  const [first = '', ...others] = line.split(/[,;\t|]/).map((cell) => unquoted(cell.trim()))
  return isWhere(first) && others.some((cell) => /^\d{1,5}$/.test(cell))
}

/** Below another first line, which may be a header row, only where nothing reads it as one. */
function tableWithoutHeader(): Refusal {
  const rows = lines(
    'a table without a header row',
    isRow,
    'name its columns: --format csv --fields ip,port',
    0.85,
  )
  const isFirst = ({ text }: Sample): boolean =>
    isRow(text.slice(0, 4096).trimStart().split('\n', 1)[0]?.trim() ?? '')
  return {
    ...rows,
    detect: (sample) => (isFirst(sample) ? rows.detect(sample) : Math.min(rows.detect(sample), 0.52)),
  }
}

/** `192.0.2.1   443   https`, also below a row of headings. */
function isBlankRow(line: string): boolean {
  const [first = '', second = ''] = line.slice(0, 400).split(/ +/)
  return isWhere(first) && /^\d{1,5}(?:\/(?:tcp|udp))?$/.test(second)
}

function unquoted(cell: string): string {
  return cell.replace(/^"|"$/g, '')
}

function isWhere(cell: string): boolean {
  return (
    /^(https?:\/\/[^\s"]+|([\w-]+\.)+[a-z][\w-]*(:\d+)?)$/i.test(cell) || parseAddress(cell) !== undefined
  )
}

const isTarget = (line: string): boolean => /^[\d.:a-f]+,\s*([\w-]+\.)+[a-z]{2,}$/i.test(line)
const isNetwork = (line: string): boolean => parseNetwork(line.split(/[\s,]/, 1)[0] ?? '') !== undefined
const isName = (line: string): boolean => /^(\*\.)?([\w-]+\.)+[a-z][\w-]+\.?$/i.test(line)

/** A header row of words: several columns, none of them ours enough for our CSV. */
function isTable(sample: Sample): boolean {
  const [cells, row] = firstRows(sample.text)
  return (
    cells.length >= 3 &&
    row.length >= 3 &&
    cells.every((cell) => /^"?[\p{L}\p{M}\p{N}_ .[\]()/-]{0,40}"?$/u.test(cell.trim())) &&
    !cells.some((cell) => /^"?[\d.]+"?$/.test(cell.trim()))
  )
}

/** Files of tools, documents and lists that are refused. */
export const FILE_REFUSALS: readonly Refusal[] = [
  bytes(
    'masscan’s binary output',
    'masscan/1.',
    'convert it with `masscan --readscan FILE -oJ FILE.json` and import that',
  ),
  text(
    'a log of Zeek of another kind',
    /^#separator [^\n]{1,20}\r?\n(?:#[^\n]{0,400}\n){0,8}#path[\t ]/,
    ZEEK_ADVICE,
    0.9,
  ),
  json(
    'a log of Zeek of another kind',
    (record) => 'ts' in record && ['uid', 'fuid', 'certificate.serial'].some((key) => key in record),
    ZEEK_ADVICE,
  ),
  json(
    'a crawl of katana',
    (record) => has(record, 'request', 'endpoint') && 'timestamp' in record,
    'it lists addresses of pages; import what httpx finds there, or capture pages as WARC or HAR',
  ),
  text(
    'the text that sslscan prints',
    /^Testing SSL server (?:\x1b\[[\d;]*m)?\S+ on port /m,
    'it is for reading; import what `sslscan --xml=FILE` writes',
  ),
  text(
    'the text that SSLyze prints',
    /^[ \t]?CHECKING (?:HOST|CONNECTIVITY TO SERVER)\(S\)/m,
    'it is for reading; import what `sslyze --json_out=FILE` writes',
  ),
  text(
    'the text that ssh-audit prints',
    /^(?:\x1b\[[\d;]*m)?\(gen\) banner: /m,
    'it is for reading; import what `ssh-audit -j` writes',
  ),
  text(
    'a verbose report of WhatWeb',
    /^WhatWeb report for https?:|^Identifying: https?:\S+\nHTTP-Status: /,
    'it is for reading; import what `whatweb --log-json=FILE` writes',
  ),
  text(
    'Nmap’s output in the spelling of script kiddies',
    /^(?!starting nmap)[s$5]t[a4@]rt[i1!|]ng nm[a4@]p /i,
    'import what `nmap -oX FILE` writes',
  ),
  json(
    'a report of wfuzz',
    (record) => 'payload' in record && 'chars' in record && 'url' in record,
    `it lists addresses that were tried; ${BRING}`,
  ),
  json(
    'a report of ffuf',
    (record) => 'commandline' in record && Array.isArray(record.results) && 'config' in record,
    `it lists paths that were tried; ${BRING}`,
  ),
  json(
    'a report of feroxbuster',
    (record) => record.type === 'configuration' || (record.type === 'response' && 'wildcard' in record),
    `it lists paths that were tried; ${BRING}`,
  ),
  text(
    'a report of feroxbuster',
    /^\d{3} {1,20}[A-Z]{3,7} {1,20}\d{1,9}l {1,20}\d{1,9}w {1,20}\d{1,9}c https?:/,
    `it lists paths that were tried; ${BRING}`,
  ),
  text(
    'a report of dirsearch',
    /^# Dirsearch started |^\d{3} {1,20}\d{1,6}[KMG]?B {1,20}https?:/,
    `it lists paths that were tried; ${BRING}`,
  ),
  text(
    'a report of gobuster',
    /^\/?\S{1,200} {1,40}\(Status: \d{3}\)/,
    `it lists paths of a server that it does not name; ${BRING}`,
  ),
  json(
    'a report of WPScan',
    (record) => 'target_url' in record && 'interesting_findings' in record,
    `it describes one WordPress; ${BRING}`,
  ),
  json(
    'a report of Wapiti',
    (record) => has(record, 'classifications') && 'vulnerabilities' in record,
    `no importer reads it; ${BRING}`,
  ),
  json(
    'the packets that TShark prints',
    (record) =>
      has(record, '_source', 'layers') ||
      (has(record, 'index', '_index') && 'index' in record) ||
      has(record, 'layers'),
    'packets are not read; let Zeek or Suricata read the capture, and import their logs',
  ),
  text(
    'the text that Nikto prints',
    /^- Nikto v[\d.]/,
    'it is for reading; import what `nikto -Format xml -output FILE` writes',
  ),
  text(
    'the text that testssl.sh prints',
    /^#{20,80}\r?\n {1,8}testssl(?:\.sh)? |(?:^|\n)(?:\x1b\[[\d;]*m){0,4} ?Start \d{4}-\d\d-\d\d \d\d:\d\d:\d\d .{0,40}-->> /,
    'it is for reading; import what `testssl.sh --jsonfile FILE` writes',
  ),
  {
    ...text(
      'a part of a spreadsheet',
      /^\s*(<\?xml[^>]*>\s*)?<(\w+:)?(worksheet|sst|Types|Relationships|styleSheet|theme|Properties|coreProperties)\b[^>]*schemas\.openxmlformats\.org/,
      'import the whole XLSX file',
      0.97,
    ),
    companion: true,
  },
  json('a map of names to addresses', isNameMap, NO_RECORDS),
  lines('a list of scan targets', isTarget, 'it is what a scanner reads; import what it writes', 0.9),
  tableWithoutHeader(),
  lines(
    'a table whose cells are parted by blanks',
    isBlankRow,
    'part its cells by commas, and name the columns in a header row, such as `ip,port,service`',
    0.85,
    0.5,
  ),
  lines(
    'a quoted message',
    (line) => /^> ?\S/.test(line),
    'remove the `>` at the beginning of each line',
    0.97,
  ),
  text(
    'the text that arp-scan prints',
    /^Interface: \S+, (?:type|datalink): |\nStarting arp-scan |^Starting arp-scan /,
    'it lists machines of the own network and no ports; import what Nmap finds on them (`nmap -oX FILE`)',
  ),
  text(
    'a log of p0f',
    /^\[\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\] mod=[\w+]{1,20}\|cli=/,
    `it tells systems by their packets and names no services; ${BRING}`,
  ),
  json(
    'a list of answers of zdns',
    (record) =>
      'name' in record && (has(record, 'data', 'answers') || has(record, 'results')) && !('port' in record),
    'they name no services; import what httpx or naabu find on the names',
  ),
  json(
    'a report of wafw00f',
    (record) => 'url' in record && 'firewall' in record && 'detected' in record,
    `it tells which firewall a page is behind; ${BRING}`,
  ),
  lines(
    'a list of networks',
    isNetwork,
    'it is what a scanner reads; import what it writes, or add it with `periplus feed add NAME FILE`',
    0.9,
  ),
  lines('a list of names', isName, 'it is what a scanner reads; import what it writes', 0.8),
  lines(
    'a list of banners without addresses',
    (line) => /^(Banner|Server): /.test(line),
    NO_RECORDS,
    0.7,
    0.6,
  ),
  text(
    'a set of Recog fingerprints',
    /<fingerprints\s[^>]*(matches|protocol|database_type)\s*=/,
    'they are patterns for recognising products; they hold no records',
  ),
  text('a Nessus report of version 1', /<NessusClientData(?!_v2)/, 'export it as version 2 (`.nessus`)'),
  text(
    'a document type definition',
    /^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<!(ELEMENT|ENTITY|ATTLIST)\b/,
    NO_RECORDS,
  ),
  text(
    'a page of HTML',
    /^\s*(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!doctype\s+html|<html\b|<head\b|<body\b)/i,
    'a saved page does not say where it came from; capture pages as WARC or HAR',
  ),
  text('a program', /^(?:#!\/|<\?php\b)/, `${NO_RECORDS}; import what it writes`),
  text(
    'an XML document of another kind',
    /^\s*(<\?xml[\s?]|(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!DOCTYPE|<[A-Za-z][\w:.-]*[\s/>]))/,
    'no importer reads it',
    0.6,
  ),
  text(
    'a database dump',
    /^\s*(--[^\n]*\n\s*|\/\*(?:(?!\*\/)[\s\S])*\*\/;?\s*)*(CREATE (TABLE|DATABASE)|INSERT INTO|DROP TABLE|SET \w+|PRAGMA |BEGIN TRANSACTION|COPY \S+ \()/i,
    `dumps are not read; ${BRING}`,
  ),
  bytes('an SQLite database', 'SQLite format 3\0', `databases are not read; ${BRING}`),
  bytes('a packet capture', '\xd4\xc3\xb2\xa1', 'packets are not read; import what the scanner wrote'),
  bytes('a packet capture', '\xa1\xb2\xc3\xd4', 'packets are not read; import what the scanner wrote'),
  bytes('a packet capture', '\x0a\x0d\x0d\x0a', 'packets are not read; import what the scanner wrote'),
  bytes('a PDF document', '%PDF-', NO_RECORDS),
  image('\x89PNG\r\n'),
  image('\xff\xd8\xff'),
  image('GIF8'),
  text(
    'a certificate or key',
    /^\s*-----BEGIN /,
    `${NO_RECORDS}; a certificate belongs to the record of its service`,
  ),
  {
    name: 'a table with columns of its own',
    detect: (sample) => (isTable(sample) ? 0.55 : 0),
    advice:
      'name its columns after the catalogue in the header row (`host` or `ip`, `port`, …), or import it with --format csv --fields NAMES',
  },
]
