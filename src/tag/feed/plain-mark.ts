// Marks around addresses made plain: punctuation of Chinese and set texts, and the ends of connections in logs.

const FOUR = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
const BEFORE = String.raw`(?<=\d\.\d{1,3}(?:[/:]\d{1,5})?)`
const BEHIND = `(?=${FOUR})`

const OTHER_MARKS = String.raw`\u00ab\u00bb\u2018-\u201d\u2026\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f`
const UNUSUAL = new RegExp(String.raw`[${OTHER_MARKS}\u4e00-\u9fff]`)
const PORT_BEHIND = new RegExp(String.raw`${BEFORE}\uff1a(?=\d{1,5}(?![\d.]))`, 'g')
const MARK = new RegExp(`${BEFORE}[${OTHER_MARKS}]|[${OTHER_MARKS}]${BEHIND}`, 'g')
/** Where an address begins behind a word, or ends before one; a version is none. */
const WORD_EDGE = new RegExp(
  String.raw`(?<=[\u4e00-\u9fff])(?<!\u7248\u672c)${BEHIND}|${BEFORE}(?=[\u4e00-\u9fff])`,
  'g',
)

/** A text whose addresses stand apart from Chinese words and punctuation: `地址：192.0.2.1，192.0.2.2。` */
export function withPlainMarks(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .replace(PORT_BEHIND, ':')
    .replace(MARK, (mark) => PLAIN[mark] ?? ' ')
    .replace(WORD_EDGE, ' ')
}

const PLAIN: Readonly<Record<string, string>> = { '，': ', ', '、': ', ', '；': ', ', '：': ': ' }

const PRIORITY = /^<\d{1,3}>(?:1 )?/
const FIREWALL = /%(?:ASA|FTD|FWSM|PIX)-\d-\d{3,8}\b|\bRT_FLOW/
const OF_FIREWALL = new RegExp(`^.*(?:${FIREWALL.source}).*$`, 'gm')
const INTERFACE = new RegExp(String.raw`(?<=\b[A-Za-z][\w.-]{0,60})[:/]${BEHIND}`, 'g')
const PORT = new RegExp(String.raw`(?<=\b${FOUR})/(?=\d{1,5}\b)`, 'g')

/** Marks between the ends of a connection. */
const TOWARDS = new RegExp(String.raw`->|(?<=\d\)?) to (?=${FOUR})`, 'g')
const ARROW = new RegExp(String.raw`(?<=\d)->${BEHIND}`, 'g')
/** `192.0.2.1.51234 > 192.0.2.2.22` of tcpdump. */
const DUMPED = new RegExp(String.raw`\b(${FOUR})\.(\d{1,5}) > (${FOUR})\.(\d{1,5})\b`, 'g')

/** Lines of syslog without their priority, the ends of a connection apart, and ports behind a colon: `outside:192.0.2.1/22` of firewalls. */
export function withPlainPorts(text: string): string {
  const lines = PRIORITY.test(text) ? text.replace(new RegExp(PRIORITY.source, 'gm'), '') : text
  const dumped = lines.includes(' > ') ? lines.replace(DUMPED, '$1:$2 > $3:$4') : lines
  const apart = dumped.includes('->') ? dumped.replace(ARROW, ' -> ') : dumped
  if (!FIREWALL.test(apart)) return apart
  return apart.replace(OF_FIREWALL, (line) =>
    line.replace(INTERFACE, ' ').replace(PORT, ':').replace(TOWARDS, ' -> '),
  )
}
