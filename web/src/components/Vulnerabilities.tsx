import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import type { VulnerabilitiesAnswer, Vulnerability } from '../lib/answer-types.ts'
import { call } from '../lib/api.ts'
import { FailureNotice } from './Notice.tsx'
import './vulnerabilities.css'

const VERDICTS = [
  ['confirmed', 'confirmed', 'confirmed'],
  ['version in range', 'inRange', 'version_in_range'],
  ['product only', 'productOnly', 'product_only'],
] as const

/** Known vulnerabilities of a host under three headings that are never merged. */
export function Vulnerabilities({ host }: { readonly host: string }) {
  const { t, i18n } = useTranslation()
  const found = useQuery({
    queryKey: ['vulnerabilities', host],
    queryFn: ({ signal }) => call<VulnerabilitiesAnswer>('POST', 'vulnerabilities', { host }, signal),
    staleTime: 60_000,
    retry: false,
  })
  if (found.error) return <FailureNotice error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const { vulnerabilities, lists } = found.data
  if (lists.length === 0 && vulnerabilities.length === 0)
    return <p className="quiet">{t('vulnerabilities.noLists')}</p>
  if (vulnerabilities.length === 0) return <p className="quiet">{t('vulnerabilities.none')}</p>
  return (
    <div className="vulnerabilities">
      {VERDICTS.map(([verdict, name, counted]) => {
        const count = found.data[counted]
        const all = vulnerabilities.filter((one) => one.verdict === verdict)
        return (
          count > 0 && (
            <details key={verdict} open={verdict !== 'product only'}>
              <summary>
                {t(`vulnerabilities.${name}`)} <span>{count.toLocaleString(i18n.language)}</span>{' '}
                <span className="quiet">{t(`vulnerabilities.${name}Help`)}</span>
              </summary>
              <ul>
                {all.map((one) => (
                  <Line key={`${one.cve} ${one.host} ${one.product} ${one.version}`} of={one} />
                ))}
              </ul>
            </details>
          )
        )
      })}
      <p className="quiet">
        {lists.map(({ title, date, licence }) => [title, date, licence].map(visible).join(', ')).join(' · ')}
      </p>
    </div>
  )
}

function Line({ of: { cve, host, reason, title, kev, epss } }: { readonly of: Vulnerability }) {
  const { t } = useTranslation()
  return (
    <li>
      <strong className="mono">{cve}</strong> <span className="mono">{visible(host)}</span>
      {kev !== null && (
        <span className="validity expired">{t('vulnerabilities.kev', { date: visible(kev) })}</span>
      )}
      {epss !== null && <span className="quiet"> EPSS {epss}</span>}
      <br />
      <span className="quiet">{visible(reason)}</span>
      {title !== '' && <div>{visible(title)}</div>}
    </li>
  )
}
