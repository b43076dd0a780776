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

/** What is the same for pages that differ in little. */
const likenessOf = (result: Result): string => result('body_fuzzy_hash') || result('body_hash')

/** How many more records show nearly the same page as this one, with the way to all of them. */
export function LookAlikes({ asked, results, result }: LookAlikesProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const hashes = [...new Set(results.map(likenessOf).filter((hash) => hash !== ''))]
  const { data } = useLookAlikes(asked, hashes)
  const [title, hash] = [result('title'), likenessOf(result)]
  const same = data?.pages.find((page) => page.title === title && page.hash === hash)
  const more = (same?.count ?? 1) - 1
  if (more < 1) return null
  const field = result('body_fuzzy_hash') === '' ? 'body_hash' : 'body_fuzzy_hash'
  const shared = `${conditionFor(field, hash)} && ${title === '' ? 'title=""' : conditionFor('title', title)}`
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
