// Output of a tool into whose records its messages were mixed (`2>&1`, a terminal's log): the messages are blanked, so that lines keep
// their numbers.
import { Buffer } from 'node:buffer'

// `[INF] …` of the projectdiscovery tools and others, coloured or not.
const MESSAGE = /^(?:\x1b\[[0-9;]*m)?\[(?:\x1b\[[0-9;]*m)?(?:INF|WRN|ERR|DBG|FTL|VER)(?:\x1b\[[0-9;]*m)?\]/
/** Letters drawn of signs, and the lines around them. */
const DRAWING = /^[\s_/\\|().,`'<>=~-]{3,}(?:v?\d+(?:\.\d+){1,3}\s*)?$|^\s*projectdiscovery\.io\s*$/
const LONGEST_DRAWING = 200

/**
 * Messages that could also be in a page, so they count only where one begins the file: those of logrus and of Go's log (zgrab2), of
 * masscan, of `script`, and the prompt of a shell with its command.
 */
const OPENING: readonly RegExp[] = [
  /^time="?\d{4}-\d\d-\d\d[^\n]{0,60} level=[a-z]+ msg=/,
  /^(?:INFO|WARN|ERRO|DEBU|FATA)\[\d{4}\] /,
  /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [^,\t]/,
  /^Starting masscan \d|^Initiating [A-Z][\w ]+ Scan\b|^Scanning \d+ hosts \[|^rate: +[\d.]+-kpps/,
  /^Script (?:started|done) on /,
  /^(?:\w[\w.-]*@[\w.-]+:\S{0,200}[#$]|\$) [a-z./]/,
]
/** What a web archive begins with; its lengths count every byte. */
const ARCHIVE = /^(?:WARC\/|filedesc:)/

function isOpening(line: string): boolean {
  return OPENING.some((pattern) => pattern.test(line))
}

function isMessage(line: string): boolean {
  if (MESSAGE.test(line) || isOpening(line)) return true
  return line.length <= LONGEST_DRAWING && line.trim() !== '' && DRAWING.test(line)
}

/** Whether a text holds messages between its lines. */
export function holdsMessages(text: string): boolean {
  if (ARCHIVE.test(text)) return false
  return isOpening(text.trimStart()) || text.split('\n').some((line) => MESSAGE.test(line))
}

/** The bytes with every message blanked. Lines are held one at a time, up to 64 KiB: a longer one is not a message. */
export async function* withoutMessages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0)
  // Within a line that is too long to be held.
  let passing = false
  for await (const chunk of bytes) {
    const all: Buffer = Buffer.concat([held, chunk])
    const end = all.lastIndexOf(10) + 1
    const parts: Uint8Array[] = []
    for (let at = 0; at < end; ) {
      const next = all.indexOf(10, at) + 1
      parts.push(passing ? all.subarray(at, next) : blanked(all.subarray(at, next)))
      passing = false
      at = next
    }
    held = all.subarray(end)
    if (passing || held.length > LONGEST_HELD) {
      parts.push(held)
      held = new Uint8Array(0)
      passing = true
    }
    if (parts.length > 0) yield Buffer.concat(parts)
  }
  if (held.length > 0) yield blanked(Buffer.from(held))
}

const LONGEST_HELD = 64 * 1024
const LINE_END = Buffer.from('\n')

function blanked(line: Uint8Array): Uint8Array {
  if (line.length > LONGEST_HELD) return line
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8')
  const last = text.trimEnd().split('\r').at(-1) ?? ''
  // masscan rewrites its progress on one line, and a record follows on the same one.
  if (/^\r?rate: /.test(text) && !isMessage(last)) return Buffer.from(`${last}\n`)
  return isMessage(text.trimEnd()) ? LINE_END : line
}
