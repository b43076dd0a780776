// Severities of findings in the spellings of tools.
import { SEVERITIES, type Severity } from '../../asset/index.ts'

const OTHER_NAMES: Readonly<Record<string, Severity>> = {
  information: 'info',
  informational: 'info',
  log: 'info',
  none: 'info',
  moderate: 'medium',
  serious: 'high',
}

/** The severity of a name in any case; `unknown` for any other text. */
export function severityNamed(name: string | undefined): Severity {
  const lower = name?.trim().toLowerCase() ?? ''
  return SEVERITIES.find((one) => one === lower) ?? OTHER_NAMES[lower] ?? 'unknown'
}

/** The severity of a CVSS score, by the ranges of CVSS 3: critical from 9, high from 7, medium from 4, low above 0. */
export function severityOfScore(score: number | undefined): Severity {
  if (score === undefined || !(score >= 0 && score <= 10)) return 'unknown'
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'info'
}
