import { useTranslation } from 'react-i18next'

const FORMATS = ['csv', 'json', 'ndjson', 'txt'] as const

/** The result in each of its formats. */
export function Downloads({ filename }: { readonly filename: string | undefined }) {
  const { t } = useTranslation()
  if (filename === undefined) return null
  return (
    <span className="downloads">
      {FORMATS.map((format) => (
        <a
          key={format}
          href={`/file_downloads/ip_tags?${new URLSearchParams({ filename, format })}`}
          download
          aria-label={t('tagging.downloadAs', { format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  )
}
