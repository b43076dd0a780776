// Outputs of Nmap's scripts. What a script prints of a service's bytes is escaped as `\xNN`.
import { type HashedAlgorithms, type HostKey, hostKeysIn } from '../fact/index.ts'
import {
  attributeOf,
  bytesOfEscaped,
  childOf,
  childrenOf,
  readableBytes,
  readableTitle,
  type XmlElement,
} from '../text/index.ts'

/** The script results of a port or host, by script name. */
export type Scripts = ReadonlyMap<string, XmlElement>

/** The `<script>` children of an element. */
export function scriptsOf(element: XmlElement | undefined): Scripts {
  return new Map(
    childrenOf(element, 'script').map((script) => [attributeOf(script, 'id')?.toLowerCase() ?? '', script]),
  )
}

/** Text of a script as the service sent it. */
export function unescapedText(text: string): string {
  return readableBytes(bytesOfEscaped(text))
}

/** The text of `<elem key="…">` of a script or table, unescaped; undefined where there is none. */
export function elemOf(element: XmlElement | undefined, key: string): string | undefined {
  const elem = element?.children.find((child) => child.name === 'elem' && child.attributes.get('key') === key)
  return elem && unescapedText(elem.text)
}

/** The `<table key="…">` of a script or table. */
export function tableOf(element: XmlElement | undefined, key: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === 'table' && child.attributes.get('key') === key)
}

/** The printed output of a script, unescaped; undefined where it is empty. */
export function outputOf(script: XmlElement | undefined): string | undefined {
  const output = attributeOf(script, 'output')
  return output && unescapedText(output)
}

/** The title a script reports; `''` where it says that there is none, undefined where it could not tell. */
export function titleOf(scripts: Scripts): string | undefined {
  const title = printedTitle(scripts)
  return title && readableTitle(title)
}

function printedTitle(scripts: Scripts): string | undefined {
  // `html-title` until 5.50, `HTML title` in 4.x.
  const script = scripts.get('http-title') ?? scripts.get('html-title') ?? scripts.get('html title')
  const stated = elemOf(script, 'title')
  if (stated !== undefined) return stated
  const output = outputOf(script)
  if (output === undefined || /^\s*(Did not follow redirect|ERROR:|Error )/i.test(output)) return undefined
  if (/^\s*(Site|Host|Page) doesn.t have a title/i.test(output)) return ''
  // The script adds where it was sent before and after the title.
  const lines = output
    .split('\n')
    .filter((line) => !/^\s*(Requested resource was|Did not follow redirect)/i.test(line))
  return lines.join('\n').trim()
}

/** The header lines a script reports, without a status line: the script does not print it. */
export function headerOf(scripts: Scripts): string | undefined {
  const lines = outputOf(scripts.get('http-headers'))?.split('\n') ?? []
  // The script ends with a line of its own.
  const end = lines.findIndex((line) => line.trimStart().startsWith('(Request type: '))
  if (end < 0) return undefined
  lines.length = end
  const cut = lines.map((line) => (line.startsWith('  ') ? line.slice(2) : line))
  while (cut[0] === '') cut.shift()
  while (cut.at(-1) === '') cut.pop()
  return cut.join('\r\n')
}

/** The Server header a script reports; the first of several. */
export function serverOf(scripts: Scripts): string | undefined {
  const script = scripts.get('http-server-header')
  const elem = childOf(script, 'elem')
  if (elem !== undefined) return unescapedText(elem.text)
  return outputOf(script)
    ?.split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
}

/** The SSH host keys a script reports: as elements since 5.90, as text before. */
export function hostKeysOf(scripts: Scripts): readonly HostKey[] {
  const script = scripts.get('ssh-hostkey')
  const tables = childrenOf(script, 'table').map((table) => ({
    key: elemOf(table, 'key'),
    fingerprints: [elemOf(table, 'fingerprint')],
  }))
  return tables.length > 0 ? tables : hostKeysIn(outputOf(script) ?? '')
}

/** The algorithms an SSH server offers to its clients; a table without a direction is that of both. */
export function algorithmsOf(scripts: Scripts): HashedAlgorithms {
  const script = scripts.get('ssh2-enum-algos')
  const offered = (name: string): readonly string[] => {
    const table = tableOf(script, `${name}_server_to_client`) ?? tableOf(script, name)
    return childrenOf(table, 'elem').map(({ text }) => unescapedText(text))
  }
  return {
    keyExchange: offered('kex_algorithms'),
    ciphers: offered('encryption_algorithms'),
    macs: offered('mac_algorithms'),
    compression: offered('compression_algorithms'),
  }
}

/** Product and version of `<meta name="generator">`. */
export function generatorOf(scripts: Scripts): { product: string; version?: string } | undefined {
  const output = outputOf(scripts.get('http-generator'))?.trim()
  const match =
    output === undefined ? null : /^([^\n]{1,80}?)(?:[ /]v?(\d[\w.-]*))?(?:\s[^\n]*)?$/.exec(output)
  if (match?.[1] === undefined || match[1] === '') return undefined
  return { product: match[1], ...(match[2] !== undefined && { version: match[2] }) }
}

/** What `http-favicon` prints of the icon: the product it belongs to, or its MD5 where Nmap does not know it. */
export function iconOf(scripts: Scripts): { readonly md5?: string; readonly product?: string } | undefined {
  const output = outputOf(scripts.get('http-favicon'))?.trim()
  if (output === undefined || output === '') return undefined
  const md5 = /^Unknown favicon MD5: ([0-9a-f]{32})$/i.exec(output)?.[1]
  if (md5 !== undefined) return { md5: md5.toLowerCase() }
  return /^[^\n]{1,80}$/.test(output) && !/^(?:ERROR|Unknown favicon)\b/i.test(output)
    ? { product: output }
    : undefined
}
