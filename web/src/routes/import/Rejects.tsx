import { inLanguage } from '../../lib/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { More } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { lostLines } from '../../lib/import.ts'
import { figure, Table } from '../../components/Table.tsx'
import type { ImportJob, RejectsPageAnswer } from '../../lib/answer-types.ts'

/** What could not be read, page by page, and the file of all of it: lines that became no record, and values that were left out of one. */
export function Rejects({ job }: { readonly job: ImportJob }) {
  const { id } = job
  const { t } = useTranslation()
  const { number } = useFigures()
  const query = useInfiniteQuery({
    queryKey: ['imports', String(id), 'rejects'],
    queryFn: ({ pageParam }) => call<RejectsPageAnswer>('GET', `imports/${id}/rejects?from=${pageParam}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const title = lostLines(job) > 0 ? 'import.rejects' : 'import.leftOut'
  const rejects = query.data?.pages.flatMap((page) => page.rejects) ?? []
  return (
    <section className="part">
      <h2>{t(title)}</h2>
      <p>
        <span className="quiet">{t(lostLines(job) > 0 ? 'import.rejectsHelp' : 'import.leftOutHelp')}</span>{' '}
        <a href={`/web/api/imports/${id}/rejects.ndjson`} download>
          {t('import.rejectsGet')}
        </a>
      </p>
      <FailureNotice error={query.error} retry={() => void query.refetch()} />
      {rejects.length > 0 && (
        <Table
          label={t(title)}
          look="list rejects"
          heads={[figure(t('import.rejectsLine')), t('import.rejectsReason'), t('import.rejectsText')]}
        >
          {rejects.map(({ file, line, reason, text, left_out }) => (
            <tr key={`${file} ${line} ${reason}`}>
              <td className="number">{number(line)}</td>
              <td className="free">
                {left_out && <span className="state">{t('import.kept')}</span>} {visible(inLanguage(reason))}
              </td>
              <td className="mono text">{visible(text)}</td>
            </tr>
          ))}
        </Table>
      )}
      <More query={query} />
    </section>
  )
}
