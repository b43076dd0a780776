import { useTranslation } from 'react-i18next'

const EXAMPLES = [
  'title="login" && country="DE"',
  'port="22" && banner="OpenSSH"',
  'cert.is_expired="true" && protocol="https"',
  'ip="192.0.2.0/24" || domain="example.com"',
] as const

/** What to begin with. */
export function Examples({ choose }: { readonly choose: (query: string) => void }) {
  const { t } = useTranslation()
  return (
    <section className="examples">
      <p className="quiet">{t('search.intro')}</p>
      <h2>{t('search.examples')}</h2>
      <ul>
        {EXAMPLES.map((query) => (
          <li key={query}>
            <button type="button" className="plain mono" onClick={() => choose(query)}>
              {query}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
