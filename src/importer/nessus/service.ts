// What the plugins of Nessus say of one port, collected over all of its items.
import type { BaseProtocol, Observation, Stated, StatedFinding } from '../../asset/index.ts'
import {
  defined,
  overTls,
  readDistinguishedName,
  severityNamed,
  severityOfScore,
  statedCertificate,
} from '../fact/index.ts'
import { attributeOf, childOf, childrenOf, escapeControls, readTime, type XmlElement } from '../text/index.ts'

/** The protocols behind Nessus' own names of services. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ www: 'http', cifs: 'smb', msrdp: 'rdp', epmap: 'msrpc', 'dce-rpc': 'msrpc', 'microsoft-ds': 'smb' },
    ...{
      domain: 'dns',
      mssql: 'mssql',
      ms_sql: 'mssql',
      'rpc-portmapper': 'rpcbind',
      smb: 'smb',
      snmp: 'snmp',
    },
  }),
)
const NOTHING = new Set(['unknown', 'general', ''])

/** Plugins that print the greeting of a service behind a line of their own. */
const BANNERS = new Set(['10092', '10263', '10185', '11414', '10281', '10267'])
const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const

/** One port of a host. */
export class PortReader {
  readonly line: number
  readonly port: number
  readonly baseProtocol: BaseProtocol
  readonly #findings: StatedFinding[] = []
  #name = ''
  #secure = false
  #server: string | undefined
  #header: string | undefined
  #banner: string | undefined
  #certificate: Stated = {}

  constructor(line: number, port: number, baseProtocol: BaseProtocol) {
    this.line = line
    this.port = port
    this.baseProtocol = baseProtocol
  }

  /** Adds an item. */
  take(item: XmlElement): void {
    const service = attributeOf(item, 'svc_name') ?? ''
    // A question mark says that the name follows from the number of the port.
    if (!service.endsWith('?') && !NOTHING.has(service)) this.#name ||= service
    const plugin = attributeOf(item, 'pluginID') ?? ''
    const output = (childOf(item, 'plugin_output')?.text ?? '').replaceAll('\r\n', '\n')
    this.#takeOutput(plugin, output)
    const finding = findingOf(item, plugin, output)
    if (finding !== undefined) this.#findings.push(finding)
  }

  #takeOutput(plugin: string, output: string): void {
    if (BANNERS.has(plugin)) this.#banner ??= greetingOf(output)
    else if (plugin === '10107') this.#server ??= lastLine(output)
    else if (plugin === '24260') this.#header ??= headerOf(output)
    else if (plugin === '22964') this.#secure ||= /through (SSL|TLS)/i.test(output)
    else if (plugin === '10863') {
      this.#secure = true
      this.#certificate = certificateOf(output)
    }
  }

  /** What the observation holds beside its host. */
  finish(): Pick<Observation, 'port' | 'baseProtocol' | 'stated' | 'findings'> {
    const named = PROTOCOLS.get(this.#name) ?? this.#name
    const stated = defined<Stated>({
      protocol: named === '' ? undefined : this.#secure ? overTls(named) : named,
      server: this.#server,
      header: this.#header,
      banner: this.#banner,
      ...this.#certificate,
    })
    const { port, baseProtocol } = this
    return { port, baseProtocol, stated, ...(this.#findings.length > 0 && { findings: this.#findings }) }
  }
}

/** The finding of an item; plugin 0 only says that the port is open. */
function findingOf(item: XmlElement, plugin: string, output: string): StatedFinding | undefined {
  if (plugin === '' || plugin === '0') return undefined
  const level = Number(attributeOf(item, 'severity') ?? Number.NaN)
  const score = Number(
    childOf(item, 'cvss3_base_score')?.text ?? childOf(item, 'cvss_base_score')?.text ?? Number.NaN,
  )
  return {
    tool: 'nessus',
    id: plugin,
    ids: childrenOf(item, 'cve').map((cve) => cve.text.trim().toUpperCase()),
    name: attributeOf(item, 'pluginName') ?? childOf(item, 'plugin_name')?.text ?? '',
    severity:
      SEVERITIES[level] ??
      (Number.isNaN(score) ? severityNamed(childOf(item, 'risk_factor')?.text) : severityOfScore(score)),
    evidence: output.trim() || (childOf(item, 'synopsis')?.text ?? '').trim(),
  }
}

/** `The remote FTP banner is :`, an empty line, the banner; for SSH a line `SSH version : …`. */
function greetingOf(output: string): string | undefined {
  const ssh = /^SSH version : (.+)$/m.exec(output)?.[1]
  const colon = output.indexOf(':\n')
  const greeting = ssh ?? (colon < 0 ? '' : output.slice(colon + 2).trim())
  return greeting === '' ? undefined : escapeControls(greeting)
}

function lastLine(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.length < 2 ? undefined : lines.at(-1)?.trim()
}

/** The plugin prints the header fields below `Headers :`, without the status line. */
function headerOf(output: string): string | undefined {
  const start = output.indexOf('Headers :')
  if (start < 0) return undefined
  const lines = output
    .slice(start + 9)
    .split('\n')
    .map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '')
  const end = lines.findIndex((line, index) => index > first && line === '')
  const fields = lines.slice(first, end < 0 ? undefined : end).filter((line) => /^[\w-]+:/.test(line))
  return fields.length === 0 ? undefined : fields.join('\r\n')
}

/** Sections `Subject Name:` and `Issuer Name:` of lines `Common Name: …`, then further lines. */
function certificateOf(output: string): Stated {
  const nameIn = (heading: string) => {
    const start = output.indexOf(heading)
    if (start < 0) return undefined
    const [block = ''] = output
      .slice(start + heading.length)
      .trimStart()
      .split(/\n\s*\n/, 1)
    const parts = block.split('\n').flatMap((line) => {
      const [, label, value] = /^([A-Za-z ]{1,40}): (.+)$/.exec(line.trim()) ?? []
      return label === undefined || value === undefined
        ? []
        : [`${SHORT.get(label) ?? label.replaceAll(' ', '')}=${value.replaceAll(',', '\\,')}`]
    })
    return readDistinguishedName(parts.join(', '))
  }
  const line = (label: string): string | undefined => {
    const start = output.indexOf(`${label}: `)
    return start < 0
      ? undefined
      : output
          .slice(start + label.length + 2)
          .split('\n', 1)[0]
          ?.trim()
  }
  const names = output.slice(0, 65_536).match(/^DNS: \S{1,253}$/gm) ?? []
  return statedCertificate({
    subject: nameIn('Subject Name:'),
    issuer: nameIn('Issuer Name:'),
    notBefore: readTime(line('Not Valid Before')),
    notAfter: readTime(line('Not Valid After')),
    names: names.map((text) => text.slice(5)),
  })
}

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 'Common Name': 'CN', Organization: 'O', 'Organization Unit': 'OU', Country: 'C', Locality: 'L' },
    ...{ 'State/Province': 'ST', 'Email Address': 'emailAddress' },
  }),
)
