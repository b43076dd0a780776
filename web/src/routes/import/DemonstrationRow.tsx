import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AskButton } from '../../components/AskButton.tsx'
import { printAddress } from '../../lib/address.ts'
import { DEMONSTRATION_QUERY, removeDemonstration, useDemonstration } from '../../lib/demonstration.ts'
import { useFigures } from '../../lib/figure.ts'

const RECORDS = printAddress({ query: DEMONSTRATION_QUERY, page: 1, full: true, view: 'cards' })

/** The demonstration as a row of a table of imports, with the way to its records, and removing them. */
export function DemonstrationRow({ columns }: { readonly columns: number }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const { records, loading } = useDemonstration().data ?? { records: 0, loading: false }
  const remove = async () => {
    await removeDemonstration()
    await client.invalidateQueries()
  }
  const asked = { count: records, records: number(records) }
  return (
    <tr>
      <td className="free">{t('import.demonstration')}</td>
      <td className="free" colSpan={columns - 3}>
        <span className={loading ? 'state busy' : 'quiet'}>
          {t(loading ? 'import.demonstrationLoading' : 'import.demonstrationHelp', asked)}
        </span>
      </td>
      <td>
        <Link to={RECORDS}>{t('import.show')}</Link>
      </td>
      <td>
        {!loading && (
          <AskButton
            text={t('import.demonstrationRemove')}
            warning={t('overview.demoAsk', asked)}
            go={t('overview.demoGo')}
            act={remove}
          />
        )}
      </td>
    </tr>
  )
}
