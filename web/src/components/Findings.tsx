import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { type Finding, readFindings } from '../lib/findings.ts'
import { visibleLines } from '../lib/record.ts'
import './findings.css'

/** What scanners found on a service, the worst first; evidence opens in place as text. */
export function Findings({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const findings = readFindings(text)
  if (findings === undefined) return <p className="quiet">{t('findings.unreadable')}</p>
  return (
    <ol className="findings">
      {findings.map((finding) => (
        <li key={`${finding.tool} ${finding.id} ${finding.at}`}>
          <FindingLine finding={finding} />
        </li>
      ))}
    </ol>
  )
}

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

function FindingLine({ finding }: { readonly finding: Finding }) {
  const { t } = useTranslation()
  const { id, ids, name, severity, tool, at, first_seen: first, last_seen: last, evidence } = finding
  const others = [...ids, tool, at].filter((one) => one !== '').map(visible)
  return (
    <>
      <p className="finding-head">
        <span className={`severity ${severity}`}>
          {t(`severity.${severity}`, { defaultValue: visible(severity) })}
        </span>
        <span className="mono">{visible(id)}</span>
        <span>{visible(name)}</span>
        <time dateTime={last.replace(' ', 'T')} title={t('findings.seen', { first, last })}>
          {last.slice(0, 10)}
        </time>
      </p>
      <p className="quiet">{others.join(' · ')}</p>
      {evidence !== '' && (
        <details>
          <summary>{t('findings.evidence')}</summary>
          <pre {...SCROLLS}>{visibleLines(evidence)}</pre>
        </details>
      )}
    </>
  )
}
