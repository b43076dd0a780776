import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../lib/keys.ts'
import { Icon } from '../../components/Icon.tsx'
import { keepPageSize, PAGE_SIZES } from '../../lib/page-size.ts'

interface PagerProps {
  readonly total: number
  readonly page: number
  readonly size: number
  /** Records of this page, where the number of pages is not known. */
  readonly shown?: number
  /** Records that pages reach, once it is known; the server says so itself before. */
  readonly window: number | undefined
  readonly go: (page: number) => void
  readonly resize: (size: number) => void
  readonly exportAll: () => void
}

/** The way to the other pages, which stays visible, and at their end what lies beyond. */
export function Pager({ total, page, size, shown, window = 10_000, go, resize, exportAll }: PagerProps) {
  const { t, i18n } = useTranslation()
  const reached = Math.floor(window / size)
  const most = Math.min(Math.ceil(total / size), reached)
  const pages = shown !== undefined && shown < size ? Math.min(page, most) : most
  useKeys({
    n: () => page < pages && go(page + 1),
    p: () => page > 1 && pages > 1 && go(page - 1),
  })
  if (total <= PAGE_SIZES[0] && page === 1) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <>
      {page >= pages && total > reached * size && (
        <p className="reach quiet">
          {t('search.reach', { window: number(reached * size), total: number(total) })}{' '}
          <button type="button" className="plain" onClick={exportAll}>
            {t('search.exportAll')}
          </button>
        </p>
      )}
      <nav className="pager" aria-label={t('search.pages')}>
        <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
          <Icon name="back" />
          {t('search.previous')}
        </button>
        <span>
          {shown === undefined
            ? t('search.page', { page: number(page), pages: number(pages) })
            : t('search.pageOnly', { page: number(page) })}
        </span>
        <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
          {t('search.next')}
          <Icon name="forward" />
        </button>
        {pages > 2 && <Jump key={page} page={page} pages={pages} go={go} />}
        <Size size={size} resize={resize} />
      </nav>
    </>
  )
}

/** Goes to a page by its number. */
function Jump({ page, pages, go }: Pick<PagerProps, 'page' | 'go'> & { readonly pages: number }) {
  const { t } = useTranslation()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(Number(new FormData(event.currentTarget).get('page')))
  }
  return (
    <form className="jump" onSubmit={onSubmit}>
      <label>
        {t('search.jump')}{' '}
        <input name="page" type="number" required min={1} max={pages} defaultValue={page} />
      </label>
    </form>
  )
}

function Size({ size, resize }: Pick<PagerProps, 'size' | 'resize'>) {
  const { t } = useTranslation()
  return (
    <label className="page-size">
      {t('search.perPage')}{' '}
      <select
        value={size}
        onChange={({ target }) => {
          keepPageSize(Number(target.value))
          resize(Number(target.value))
        }}
      >
        {PAGE_SIZES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}
