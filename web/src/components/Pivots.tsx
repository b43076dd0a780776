import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { hostAddress, printAddress } from '../lib/address.ts'
import type { Pivot, PivotsAnswer, SimilarHost } from '../lib/answer-types.ts'
import { call } from '../lib/api.ts'
import { useFieldName } from '../lib/field-name.ts'
import { FailureNotice } from './Notice.tsx'
import './pivots.css'

interface PivotsProps {
  /** A host, or one record of it. */
  readonly of: { readonly host: string; readonly base_protocol?: string; readonly ip?: string }
}

/** Which rare values of a host or record other hosts share, and which hosts are similar. */
export function Pivots({ of }: PivotsProps) {
  const { t } = useTranslation()
  const found = useQuery({
    queryKey: ['pivots', of.host, of.base_protocol, of.ip],
    queryFn: ({ signal }) => call<PivotsAnswer>('POST', 'pivots', { ...of }, signal),
    staleTime: 60_000,
    retry: false,
  })
  if (found.error) return <FailureNotice error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const { pivots, similar } = found.data
  const shared = pivots.filter(({ hosts }) => hosts > 0)
  return (
    <div className="pivots">
      {shared.length === 0 && <p className="quiet">{t('pivots.none')}</p>}
      <ul>
        {shared.map((pivot) => (
          <PivotLine key={`${pivot.field} ${pivot.value}`} pivot={pivot} />
        ))}
      </ul>
      {pivots.length > shared.length && (
        <p className="quiet">{t('pivots.alone', { count: pivots.length - shared.length })}</p>
      )}
      <SimilarHosts hosts={similar} />
    </div>
  )
}

function PivotLine({ pivot: { field, value, hosts, more, condition } }: { readonly pivot: Pivot }) {
  const { t, i18n } = useTranslation()
  const nameOf = useFieldName()
  const to = printAddress({ query: condition, page: 1, full: true, view: 'cards' })
  const shown = `${hosts.toLocaleString(i18n.language)}${more ? '+' : ''}`
  return (
    <li>
      <Link to={to}>{t('pivots.hosts', { count: hosts, shown })}</Link>{' '}
      <span className="quiet">{nameOf(field)}</span> <span className="mono value">{visible(value)}</span>
    </li>
  )
}

const SHOWN = 10

function SimilarHosts({ hosts }: { readonly hosts: readonly SimilarHost[] }) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  if (hosts.length === 0) return null
  return (
    <>
      <h3>{t('pivots.similar')}</h3>
      <ul>
        {hosts.slice(0, SHOWN).map(({ host, shared }) => (
          <li key={host}>
            <Link className="mono" to={hostAddress(host)}>
              {visible(host)}
            </Link>{' '}
            <span className="quiet">
              {t('pivots.same', {
                what: [...new Set(shared.map(({ field }) => nameOf(field)))].join(t('part.comma')),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
