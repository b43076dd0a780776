import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FindIconAnswer } from '../lib/answer-types.ts'
import { readPastedIcon } from '../lib/pasted-icon.ts'
import { upload } from '../lib/upload.ts'
import { DropArea } from './DropArea.tsx'
import { FailureNotice } from './Notice.tsx'

/** Finds who shows an icon: a file that is chosen, dropped or pasted, or its base64 text. */
export function IconSearch({ search }: { readonly search: (query: string) => void }) {
  const { t } = useTranslation()
  const [isUnread, setUnread] = useState(false)
  const find = useMutation({ mutationFn: (body: Blob) => upload<FindIconAnswer>('icon', { body }) })
  const take = (icon: Blob | undefined) => {
    setUnread(icon === undefined)
    if (icon !== undefined) find.mutate(icon)
  }
  const onPaste = ({ clipboardData }: ClipboardEvent) =>
    take(clipboardData.files[0] ?? readPastedIcon(clipboardData.getData('text')))
  return (
    <DropArea hint={t('pivots.iconHint')} take={([file]) => take(file)}>
      <input
        type="text"
        value=""
        readOnly
        aria-label={t('pivots.iconPaste')}
        placeholder={t('pivots.iconPaste')}
        onPaste={onPaste}
      />
      {isUnread && <p className="quiet">{t('pivots.iconUnread')}</p>}
      <FailureNotice error={find.error} />
      {find.data !== undefined && <Found found={find.data} search={search} />}
    </DropArea>
  )
}

interface FoundProps {
  readonly found: FindIconAnswer
  readonly search: (query: string) => void
}

function Found({ found: { hosts, value, condition }, search }: FoundProps) {
  const { t, i18n } = useTranslation()
  if (hosts === 0) return <p role="status">{t('pivots.iconNone', { hash: value })}</p>
  const shown = hosts.toLocaleString(i18n.language)
  return (
    <p role="status">
      <button type="button" className="plain" onClick={() => search(condition)}>
        {t('pivots.iconHosts', { count: hosts, shown, hash: value })}
      </button>
    </p>
  )
}
