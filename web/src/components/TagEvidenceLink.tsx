import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hostAddress } from '../lib/address.ts'

interface TagEvidenceLinkProps {
  readonly ip: string
  readonly tabIndex?: number
}

/** Leads to the evidence of an address' tags on its page; nothing for a record without address. */
export function TagEvidenceLink({ ip, tabIndex }: TagEvidenceLinkProps) {
  const { t } = useTranslation()
  if (ip === '') return null
  return (
    <Link className="quiet" to={`${hostAddress(ip)}#tags`} tabIndex={tabIndex}>
      {t('record.tagEvidence')}
    </Link>
  )
}
