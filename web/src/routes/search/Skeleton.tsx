import { useTranslation } from 'react-i18next'

const CARDS = [72, 56, 64, 48, 60] as const

/** What is where the first answer will be; seen only when it takes longer than a moment. */
export function Skeleton() {
  const { t } = useTranslation()
  return (
    <div className="found late" role="status" aria-label={t('search.running')}>
      <div className="facets" />
      <div className="answer">
        <div className="bone" style={{ width: '40%', height: 20 }} />
        <div className="timeline" />
        {CARDS.map((width) => (
          <div key={width} className="card">
            <div className="bone" style={{ width: `${width / 2}%` }} />
            <div className="bone" style={{ width: `${width}%` }} />
            <div className="bone" style={{ width: `${width - 14}%` }} />
          </div>
        ))}
      </div>
    </div>
  )
}
