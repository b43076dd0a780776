import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Copies a text and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" onClick={() => void copy()} aria-live="polite">
      {t(copied ? 'account.copied' : 'account.copy')}
    </button>
  )
}

/** Copies a text; where the page is served without TLS, browsers only offer the old way. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
