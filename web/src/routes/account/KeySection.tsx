import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import type { RevealKeyAnswer } from '../../lib/answer-types.ts'

const MASK = '•'.repeat(32)

/** The key: hidden until asked for, copied, replaced after a second thought. */
export function KeySection() {
  const { t } = useTranslation()
  const [key, setKey] = useState<string>()
  const reveal = useMutation({
    mutationFn: () => call<RevealKeyAnswer>('POST', 'account/key/reveal', {}),
    onSuccess: (answer) => setKey(answer.key),
  })
  return (
    <section>
      <h2>{t('account.key')}</h2>
      <div>
        <p className="quiet">{t('account.keyHelp')}</p>
        <div className="secret">
          <code>{key ?? MASK}</code>
          <button type="button" onClick={() => (key === undefined ? reveal.mutate() : setKey(undefined))}>
            {t(key === undefined ? 'account.show' : 'account.hide')}
          </button>
          {key !== undefined && <CopyButton text={key} />}
        </div>
        <FailureNotice error={reveal.error} />
        <Rotation onKey={setKey} />
      </div>
    </section>
  )
}

function Rotation({ onKey }: { readonly onKey: (key: string) => void }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const rotate = useMutation({
    mutationFn: () => call<RevealKeyAnswer>('POST', 'account/key/rotate', {}),
    onSuccess: ({ key }) => {
      setAsking(false)
      onKey(key)
    },
  })
  if (!asking) {
    return (
      <>
        {rotate.isSuccess && <Notice kind="good">{t('account.rotated')}</Notice>}
        <button type="button" onClick={() => setAsking(true)}>
          {t('account.rotate')}
        </button>
      </>
    )
  }
  return (
    <div className="ask">
      <Notice kind="plain">{t('account.rotateAsk')}</Notice>
      <FailureNotice error={rotate.error} />
      <div>
        <button type="button" className="main" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('account.rotateGo')}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t('account.cancel')}
        </button>
      </div>
    </div>
  )
}
