import { Component, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isLoadFailure } from '../lib/load.ts'
import { Notice } from './Notice.tsx'

interface LaterProps {
  readonly children: ReactNode
}

/** A part that is loaded when it is needed. Where that fails, it says so in its place, and the rest of the page stays. */
export class Later extends Component<LaterProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return <Suspense>{this.props.children}</Suspense>
    if (!isLoadFailure(error)) throw error
    return <NotLoaded />
  }
}

/** Shown instead of something that could not be loaded. */
export function NotLoaded() {
  const { t } = useTranslation()
  return (
    <Notice kind="bad">
      {t('fail.part')}{' '}
      <button type="button" className="plain" onClick={() => location.reload()}>
        {t('fail.reload')}
      </button>
    </Notice>
  )
}
