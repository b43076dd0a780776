import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { usePunctuation } from '../lib/punctuation.ts'
import { useProvenance } from '../lib/queries.ts'
import { FailureNotice } from './Notice.tsx'

interface ProvenanceProps {
  readonly record: { readonly host: string; readonly base_protocol: string; readonly ip: string }
}

/** Which imports observed a record, and from which files. */
export function Provenance({ record }: ProvenanceProps) {
  const { t } = useTranslation()
  const { withAside, list, colon } = usePunctuation()
  const found = useProvenance(record)
  if (found.error) return <FailureNotice error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const imports = found.data.records[0]?.imports ?? []
  if (imports.length === 0) return <p className="quiet">{t('record.noSource')}</p>
  return (
    <ul className="provenance">
      {imports.map((one) => (
        <li key={one.id}>
          {t('record.source', {
            first: one.first_seen,
            last: one.last_seen,
            imported: one.imported_at ?? '?',
          })}
          {one.actor !== undefined && ` ${t('record.sourceActor', { actor: visible(one.actor) })}`}
          {one.tools.length > 0 && withAside('', list(one.tools))}
          {colon}
          {list(one.files.slice(0, 5).map(visible))}
          {one.file_count > 5 && ` ${t('record.sourceMore', { count: one.file_count - 5 })}`}
        </li>
      ))}
    </ul>
  )
}
