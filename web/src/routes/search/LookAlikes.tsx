import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../components/Icon.tsx'
import { printAddress, type SearchAddress } from '../../lib/address.ts'
import { conditionFor, withCondition } from '../../lib/conditions.ts'
import { useFigures } from '../../lib/figure.ts'
import { useLookAlikes } from '../../lib/queries.ts'
import type { Result } from '../../lib/record.ts'

interface LookAlikesProps {
  readonly asked: SearchAddress
  /** The records of the page; their counts are asked for together. */
  readonly results: readonly Result[]
  readonly result: Result
}

/** How many more records show the same page as this one, with the way to all of them. */
export function LookAlikes({ asked, results, result }: LookAlikesProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const hashes = [...new Set(results.map((one) => one('body_hash')).filter((hash) => hash !== ''))]
  const { data } = useLookAlikes(asked, hashes)
  const [title, hash] = [result('title'), result('body_hash')]
  const same = data?.pages.find((page) => page.title === title && page.body_hash === hash)
  const more = (same?.count ?? 1) - 1
  if (more < 1) return null
  const shared = `${conditionFor('body_hash', hash)} && ${title === '' ? 'title=""' : conditionFor('title', title)}`
  const query = withCondition(asked.query, shared)
  return (
    <p className="look-alikes">
      <Icon name="stack" />
      <Link to={printAddress({ ...asked, page: 1, query, collapse: false })}>
        {t('search.alike', { count: more, more: number(more) })}
      </Link>
    </p>
  )
}
