import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaggingTasksAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'

/** What most people put into a report. */
const USUAL = [
  'input',
  'ip',
  'tags',
  'asn',
  'as_organization',
  'country',
  'cloud_provider',
  'vpn',
  'tor_exit',
]

/** The result as CSV with the columns that are chosen. */
export function ChosenColumns({ filename }: { readonly filename: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['tagging'],
    queryFn: () => call<TaggingTasksAnswer>('GET', 'tagging'),
  })
  const [chosen, setChosen] = useState<readonly string[]>(USUAL)
  const all = data?.columns ?? []
  const columns = all.filter((name) => chosen.includes(name))
  const asked = new URLSearchParams({ filename, format: 'csv', columns: columns.join(',') })
  return (
    <details className="fold chosen-columns">
      <summary>{t('tagging.columns')}</summary>
      <fieldset aria-label={t('tagging.columns')}>
        {all.map((name) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            <span className="mono">{name}</span>
          </label>
        ))}
      </fieldset>
      {columns.length > 0 && (
        <a className="button" href={`/file_downloads/ip_tags?${asked}`} download>
          {t('tagging.columnsGet')}
        </a>
      )}
    </details>
  )
}
