// Findings of Nmap's scripts: `vulners`, and those that use its library `vulns` (nearly all scripts whose names contain `vuln`).
import type { StatedFinding } from '../../asset/index.ts'
import { severityNamed, severityOfScore } from '../fact/index.ts'
import { childrenOf, type XmlElement } from '../text/index.ts'
import { elemOf, outputOf, type Scripts, tableOf, unescapedText } from './script.ts'

/** The findings of the scripts of a port or host. */
export function findingsOf(scripts: Scripts): readonly StatedFinding[] {
  return [...scripts].flatMap(([name, script]) =>
    name === 'vulners' ? vulnersOf(script) : reportsOf(name, script),
  )
}

/** What `vulners` found for each CPE: rows in tables since 7.70, before that lines of identifier, score and address. */
function vulnersOf(script: XmlElement): readonly StatedFinding[] {
  const tables = childrenOf(script, 'table').flatMap((table) => {
    const cpe = table.attributes.get('key') ?? ''
    return childrenOf(table, 'table').flatMap((row) =>
      scored(elemOf(row, 'id'), Number(elemOf(row, 'cvss')), cpe, elemOf(row, 'is_exploit') === 'true'),
    )
  })
  return tables.length > 0 ? tables : vulnersLines(outputOf(script) ?? '')
}

function vulnersLines(output: string): readonly StatedFinding[] {
  let cpe = ''
  return output.split('\n').flatMap((line) => {
    const heading = /^\s{0,4}(cpe:\S{1,500}?):\s{0,4}$/.exec(line)?.[1]
    if (heading !== undefined) cpe = heading
    const [, id, score, rest = ''] =
      /^\s{1,8}([\w:.-]{3,100})\s{1,8}(\d{1,2}(?:\.\d)?)\s(.*)$/.exec(line) ?? []
    return heading === undefined ? scored(id, Number(score), cpe, rest.includes('*EXPLOIT*')) : []
  })
}

function scored(
  id: string | undefined,
  score: number,
  cpe: string,
  isExploit: boolean,
): readonly StatedFinding[] {
  if (id === undefined) return []
  const known = Number.isFinite(score)
  const evidence = [cpe, ...(known ? [`CVSS ${score}`] : []), ...(isExploit ? ['exploit'] : [])]
  const severity = severityOfScore(known ? score : undefined)
  return [
    { tool: 'nmap', id, name: 'known for this version', severity, at: cpe, evidence: evidence.join('\n') },
  ]
}

/** What the library `vulns` reports: a table for each weakness, with its state. */
function reportsOf(name: string, script: XmlElement): readonly StatedFinding[] {
  return childrenOf(script, 'table').flatMap((table) => {
    const state = elemOf(table, 'state')
    if (state === undefined || !/^(LIKELY )?VULNERABLE\b/i.test(state)) return []
    return [reportOf(name, script, table, state)]
  })
}

function reportOf(name: string, script: XmlElement, table: XmlElement, state: string): StatedFinding {
  const ids = textsOf(tableOf(table, 'ids')).map((id) => id.replace(/^(CVE|cve):(?=CVE-)/i, ''))
  const output = outputOf(script) ?? ''
  const risk = /Risk factor:\s{0,4}(\w{1,20})/i.exec(output)?.[1]
  const score = /(\d{1,2}\.\d)/.exec(textsOf(tableOf(table, 'scores')).join(' '))?.[1]
  const [id = name, ...others] = ids
  return {
    tool: 'nmap',
    id,
    ids: [...others, ...(id === name ? [] : [name])],
    name: elemOf(table, 'title') ?? name,
    severity: score === undefined ? severityNamed(risk) : severityOfScore(Number(score)),
    evidence: `${state}\n${output.trim()}`,
  }
}

function textsOf(table: XmlElement | undefined): readonly string[] {
  return childrenOf(table, 'elem').map(({ text }) => unescapedText(text.trim()))
}
