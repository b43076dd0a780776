import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/Icon.tsx'
import { type Ahead, useAhead } from '../../components/ahead.ts'
import type { FacetColumnProps } from './FacetColumn.tsx'
import './facets.css'

const COLUMN: Ahead<FacetColumnProps> = {
  load: async () => (await import('./FacetColumn.tsx')).FacetColumn,
}

/** What the matches have in common. It is beside the records and never moves them. */
export function Facets(props: FacetColumnProps) {
  const { t } = useTranslation()
  const wide = useWide()
  const FacetColumn = useAhead(COLUMN)
  if (wide)
    return (
      <aside className="facets" aria-label={t('search.facets')}>
        {FacetColumn && <FacetColumn {...props} />}
      </aside>
    )
  return (
    <details className="facets folded">
      <summary className="tool">
        <Icon name="filter" />
        {t('search.facets')}
      </summary>
      {FacetColumn && <FacetColumn {...props} />}
    </details>
  )
}

function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 960px)').matches)
  useEffect(() => {
    const list = matchMedia('(min-width: 960px)')
    const onChange = () => setWide(list.matches)
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }, [])
  return wide
}
