// A finding of nuclei, under the key names of all its versions: shared by its files and by what it sends while it runs.
import type { StatedFinding } from '../../asset/index.ts'
import type { JsonObject } from '../text/index.ts'
import { objectAt, textAt, textsAt } from './at.ts'
import { severityNamed } from './severity.ts'

/** The finding of a record; undefined where nuclei says that nothing matched, or no template is named. */
export function nucleiFinding(record: JsonObject): StatedFinding | undefined {
  const id = textAt(record, 'template-id') ?? textAt(record, 'templateID')
  if (id === undefined || record['matcher-status'] === false) return undefined
  const info = objectAt(record, 'info')
  const matcher = textAt(record, 'matcher-name') ?? textAt(record, 'matcher_name')
  const matched = textAt(record, 'matched-at') ?? textAt(record, 'matched') ?? ''
  const name = textAt(info, 'name') ?? ''
  return {
    tool: 'nuclei',
    id,
    ids: textsAt(info, 'classification', 'cve-id').map((cve) => cve.toUpperCase()),
    name: matcher === undefined ? name : `${name}: ${matcher}`,
    severity: severityNamed(textAt(info, 'severity')),
    // One template matches the same place by several of its matchers.
    at: matcher === undefined ? matched : `${matched} [${matcher}]`,
    evidence: evidenceOf(record),
  }
}

function evidenceOf(record: JsonObject): string {
  const extracted = [...textsAt(record, 'extracted-results'), ...textsAt(record, 'extracted_results')]
  const messages = ['request', 'response'].flatMap((name) => textAt(record, name) ?? [])
  return [extracted.join('\n'), ...messages].filter((text) => text !== '').join('\n\n')
}
