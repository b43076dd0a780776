import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { printAddress } from '../lib/address.ts'
import { conditionFor } from '../lib/conditions.ts'
import './screenshot.css'

interface ScreenshotProps {
  readonly host: string
  /** The name of the picture; empty where there is none. */
  readonly sha256: string
  /** Its perceptual hash. */
  readonly hash: string
}

/** The screenshot of a service, loaded when it comes into view, and the way to all that look the same. */
export function Screenshot({ host, sha256, hash }: ScreenshotProps) {
  const { t } = useTranslation()
  const [isMissing, setMissing] = useState(false)
  if (sha256 === '') return null
  const same = printAddress({
    query: conditionFor('screenshot_hash', hash),
    page: 1,
    full: true,
    view: 'cards',
  })
  const address = `/web/api/screenshot/${sha256}`
  return (
    <div className="screenshot">
      {/* The picture may be on the machine that imported it, or removed. */}
      {!isMissing && (
        <a href={address} target="_blank" rel="noreferrer noopener" title={t('screenshot.open')}>
          <img
            src={address}
            width="160"
            height="100"
            loading="lazy"
            decoding="async"
            alt={t('screenshot.of', { host: visible(host) })}
            onError={() => setMissing(true)}
          />
        </a>
      )}
      <Link to={same}>{t('screenshot.same')}</Link>
    </div>
  )
}
