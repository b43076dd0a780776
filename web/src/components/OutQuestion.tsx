import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { allowOut } from '../lib/out.ts'
import { Dialog } from './Dialog.tsx'

interface OutQuestionProps {
  readonly link: string
  readonly close: () => void
}

/** The question before a link leads out to the internet. */
export function OutQuestion({ link, close }: OutQuestionProps) {
  const { t } = useTranslation()
  const [always, setAlways] = useState(false)
  return (
    <Dialog title={t('out.title')} close={close}>
      <p>{t('out.text')}</p>
      <p className="mono out-link">{visible(link)}</p>
      <label className="choice">
        <input type="checkbox" checked={always} onChange={({ target }) => setAlways(target.checked)} />
        {t('out.always')}
      </label>
      <div className="dialog-end">
        <button type="button" onClick={close}>
          {t('dialog.cancel')}
        </button>
        <a
          className="button main"
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          onClick={() => {
            if (always) allowOut()
            close()
          }}
        >
          {t('out.go')}
        </a>
      </div>
    </Dialog>
  )
}
