import { useTranslation } from 'react-i18next'
import { useFigures } from '../../lib/figure.ts'
import { useAccount } from '../../lib/queries.ts'

/** What a search costs, what the account has, and who gives more. */
export function Coins() {
  const { t } = useTranslation()
  const { number } = useFigures()
  const { data } = useAccount()
  return (
    <>
      {data !== undefined && (
        <>
          {t('export.searchCost', {
            count: data.search.price,
            cost: number(data.search.price),
            coins: number(data.coins),
          })}{' '}
        </>
      )}
      {t('export.ask')}{' '}
    </>
  )
}
