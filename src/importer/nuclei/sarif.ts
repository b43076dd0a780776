// nuclei's report in SARIF (`-sarif-export`). Layout read in projectdiscovery/nuclei pkg/reporting/exporters/sarif/sarif.go. It keeps name, template,
// severity and place of each finding, and nothing of requests and answers.
import { objectAt, objectsAt, textAt } from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** Whether an object is a report in SARIF, or a run of one. */
export function isSarif(record: JsonObject): boolean {
  return (
    Array.isArray(record['runs']) &&
    /sarif|^2\./.test(textAt(record, '$schema') ?? textAt(record, 'version') ?? '')
  )
}

/** The tool that wrote a run. */
function toolOf(run: JsonObject): JsonObject | undefined {
  return objectAt(run, 'tool', 'driver')
}

const FOUND = /\) found on (\S{1,4096})$/

/** Whether nuclei wrote the runs of a report, as far as it was read: the results may come before the tool. */
export function isOfNuclei(report: JsonObject): boolean {
  return objectsAt(report, 'runs').some((run) => {
    const name = textAt(toolOf(run), 'name')
    if (name !== undefined) return /^nuclei\b/i.test(name)
    return objectsAt(run, 'results').some((result) => FOUND.test(textAt(result, 'message', 'text') ?? ''))
  })
}

/** Scores that stand for the severities. */
const SEVERITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '9.4': 'critical', '8': 'high', '5': 'medium', '2': 'low', '1': 'info' }),
)

/** The findings of a run, as nuclei's JSON has them; undefined for runs of other tools. */
export function findingsOf(run: JsonObject): readonly JsonObject[] | undefined {
  const tool = toolOf(run)
  if (tool === undefined || !/^nuclei\b/i.test(textAt(tool, 'name') ?? '')) return undefined
  const rules = new Map(objectsAt(tool, 'rules').map((rule) => [textAt(rule, 'id') ?? '', rule] as const))
  return objectsAt(run, 'results').map((result) => findingOf(result, rules))
}

function findingOf(result: JsonObject, rules: ReadonlyMap<string, JsonObject>): JsonObject {
  const id = textAt(result, 'ruleId') ?? ''
  const rule = rules.get(id)
  const [location] = objectsAt(result, 'locations')
  const [, host] = FOUND.exec(textAt(result, 'message', 'text') ?? '') ?? []
  const severity = SEVERITIES.get(textAt(rule, 'properties', 'security-severity') ?? '') ?? 'unknown'
  const cve = /^CVE-/i.test(id) ? { classification: { 'cve-id': id } } : {}
  return {
    ...(id !== '' && { 'template-id': id }),
    info: { name: textAt(rule, 'name') ?? id, severity, ...cve },
    ...(host !== undefined && { host }),
    ...matchedAt(textAt(location, 'message', 'text'), host),
  }
}

/** Host and path joined as a path, which makes one slash of two. */
function matchedAt(place: string | undefined, host: string | undefined): JsonObject {
  if (place === undefined) return {}
  const restored = place.replace(/^(https?):\/(?!\/)/i, '$1://')
  // Templates on ports have no path.
  const isPage = /^https?:\/\//i.test(restored)
  return isPage || host === undefined ? { 'matched-at': restored } : { 'matched-at': host }
}
