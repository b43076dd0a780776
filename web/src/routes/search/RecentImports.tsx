import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import type { AdminImportsAnswer, ImportRun } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { recordsAddress } from '../../lib/import.ts'

const MOST = 5
const COUNTS = ['added', 'replaced'] as const

/** What the latest imports changed, for administrators; nothing where there was none. */
export function RecentImports() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['import-runs'],
    queryFn: () => call<AdminImportsAnswer>('GET', 'admin/imports'),
  })
  const runs = data?.imports.filter(({ counts, undone_at }) => counts !== null && undone_at === null) ?? []
  if (runs.length === 0) return null
  return (
    <section className="recent-imports">
      <h2>{t('import.recent')}</h2>
      <ul>
        {runs.slice(0, MOST).map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ run: { id, files, started_at, counts } }: { readonly run: ImportRun }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const name = visible(files[0]?.split('/').at(-1) ?? '')
  return (
    <li>
      <time dateTime={started_at.replace(' ', 'T')}>{started_at.slice(0, 16)}</time>
      {(counts?.['observations'] ?? 0) > 0 ? (
        <Link to={recordsAddress(id)}>{name}</Link>
      ) : (
        <span>{name}</span>
      )}
      {COUNTS.map((count) => (
        <span key={count} className="quiet">
          {t(`import.${count}`)} {number(counts?.[count] ?? 0)}
        </span>
      ))}
    </li>
  )
}
