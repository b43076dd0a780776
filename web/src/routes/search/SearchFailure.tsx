import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Later } from '../../components/Later.tsx'
import { Notice, useSentence } from '../../components/Notice.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { CallError } from '../../lib/api.ts'
import { lazily } from '../../lib/lazily.ts'
import type { Tool } from './Search.tsx'

const Coins = lazily(async () => (await import('./Coins.tsx')).Coins)

interface SearchFailureProps {
  readonly error: unknown
  readonly again: () => void
  readonly asked: SearchAddress
  readonly go: (change: Partial<SearchAddress>) => void
  readonly openTool: (tool: Tool) => void
}

/** Why there is no answer, and the way on that fits the cause. */
export function SearchFailure({ error, ...ways }: SearchFailureProps) {
  const sentence = useSentence(error)
  if (error === null || error === undefined) return null
  return (
    <Notice kind="bad">
      {sentence} <WayOn error={error} {...ways} />
    </Notice>
  )
}

function WayOn({ error, again, asked, go, openTool }: SearchFailureProps) {
  const { t } = useTranslation()
  if (!(error instanceof CallError)) return <Again again={again} error={error} />
  if (error.status === 402 || error.status === 403)
    return (
      <>
        {error.status === 402 && (
          <Later>
            <Coins />
          </Later>
        )}
        <Link to="/account">{t('nav.account')}</Link>
      </>
    )
  if (error.status === 429 || error.status === 503 || error.failure === 'offline')
    return <Again again={again} error={error} seconds={error.retryAfter ?? 5} />
  if (error.status === 400 && asked.page > 1)
    return (
      <>
        <button type="button" className="plain" onClick={() => go({ page: 1 })}>
          {t('search.firstPage')}
        </button>
        <button type="button" className="plain" onClick={() => openTool('export')}>
          {t('search.exportAll')}
        </button>
      </>
    )
  return <Again again={again} error={error} />
}

/** A call to repeat: by hand, and by itself where time alone may help. */
function Again({
  again,
  error,
  seconds,
}: Pick<SearchFailureProps, 'again' | 'error'> & { readonly seconds?: number }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState<number>()
  const latest = useRef(again)
  latest.current = again
  // Each failure begins to count anew.
  useEffect(() => setLeft(error === undefined ? undefined : seconds), [error, seconds])
  useEffect(() => {
    if (left === undefined) return
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : undefined)
      if (left <= 1) latest.current()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <button type="button" className="plain" onClick={again}>
      {left === undefined ? t('fail.again') : t('search.againIn', { count: left })}
    </button>
  )
}
