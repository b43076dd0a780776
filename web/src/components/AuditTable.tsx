import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { call } from '../lib/api.ts'
import { printMinute } from '../lib/figure.ts'
import { meaningOf } from '../lib/language.ts'
import { More } from './Loaded.tsx'
import { FailureNotice } from './Notice.tsx'
import './parts.css'
import type { AuditAnswer } from '../lib/answer-types.ts'
import { Table } from './Table.tsx'

/** The audit trail at an address, newest first. */
export function AuditTable({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['audit', path],
    queryFn: ({ pageParam }) =>
      call<AuditAnswer>(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}size=50${pageParam ? `&before=${pageParam}` : ''}`,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className="audit">
      <FailureNotice error={query.error} retry={() => void query.refetch()} />
      {query.data && entries.length === 0 && <p className="quiet">{t('admin.auditNone')}</p>}
      {entries.length > 0 && (
        <Table
          label={t('admin.audit')}
          heads={(['time', 'actor', 'event', 'subject', 'address', 'detail'] as const).map((name) =>
            t(`admin.${name}`),
          )}
        >
          {entries.map(({ id, time, actor, action, subject, address, detail }) => (
            <tr key={id}>
              <td className="day">{time}</td>
              <td>{visible(actor)}</td>
              <td>
                <Action name={action} />
              </td>
              <td>{subject === actor ? '' : visible(subject)}</td>
              <td className="mono">{visible(address ?? '')}</td>
              <td className="free quiet">{printDetail(detail)}</td>
            </tr>
          ))}
        </Table>
      )}
      <More query={query} />
    </div>
  )
}

/** An action in the chosen language, with its name, by which the trail is filtered. */
function Action({ name }: { readonly name: string }) {
  const meaning = meaningOf('actions', name, '')
  const code = <span className={meaning === '' ? 'mono' : 'mono quiet'}>{visible(name)}</span>
  return meaning === '' ? (
    code
  ) : (
    <>
      {meaning} {code}
    </>
  )
}

function printDetail(detail: Readonly<Record<string, unknown>>): string {
  return visible(
    Object.entries(detail)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => `${meaningOf('details', name, name)} ${printValue(name, value)}`)
      .join(' · '),
  )
}

function printValue(name: string, value: unknown): string {
  if (typeof value === 'number' && /_(?:at|until)$/.test(name)) return `${printMinute(value)} UTC`
  if (typeof value === 'object') return JSON.stringify(value)
  return meaningOf('details', `${name} ${value}`, String(value))
}
