import { useTranslation } from 'react-i18next'
import { useKeys } from '../../lib/keys.ts'
import { Icon } from '../../components/Icon.tsx'

interface PagerProps {
  readonly total: number
  readonly page: number
  readonly size: number
  /** Records that pages reach, once it is known; the server says so itself before. */
  readonly window: number | undefined
  readonly go: (page: number) => void
  readonly exportAll: () => void
}

/** The way to the other pages, and at their end what lies beyond. */
export function Pager({ total, page, size, window = 10_000, go, exportAll }: PagerProps) {
  const { t, i18n } = useTranslation()
  const reached = Math.floor(window / size)
  const pages = Math.min(Math.ceil(total / size), reached)
  useKeys({
    n: () => page < pages && go(page + 1),
    p: () => page > 1 && pages > 1 && go(page - 1),
  })
  if (pages < 2) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <>
      <nav className="pager" aria-label={t('search.pages')}>
        <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
          <Icon name="back" />
          {t('search.previous')}
        </button>
        <span>{t('search.page', { page: number(page), pages: number(pages) })}</span>
        <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
          {t('search.next')}
          <Icon name="forward" />
        </button>
      </nav>
      {page >= pages && total > reached * size && (
        <p className="reach quiet">
          {t('search.reach', { window: number(reached * size), total: number(total) })}{' '}
          <button type="button" className="plain" onClick={exportAll}>
            {t('search.exportAll')}
          </button>
        </p>
      )}
    </>
  )
}
