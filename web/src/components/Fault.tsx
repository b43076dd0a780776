import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLoadFailure } from '../lib/load.ts'
import { NotLoaded } from './Later.tsx'
import { Notice } from './Notice.tsx'

interface FaultBoundaryProps {
  /** What is shown; the fault of one place does not outlast it. */
  readonly resetKey: string
  readonly children: ReactNode
}

interface FaultBoundaryState {
  readonly resetKey: string
  readonly error?: unknown
}

/** Says so where a page fails to render or to load; another page is shown as usual. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { resetKey: this.props.resetKey }

  static getDerivedStateFromProps(
    { resetKey }: FaultBoundaryProps,
    state: FaultBoundaryState,
  ): FaultBoundaryState | null {
    return resetKey === state.resetKey ? null : { resetKey, error: undefined }
  }

  static getDerivedStateFromError(error: unknown): Pick<FaultBoundaryState, 'error'> {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return isLoadFailure(error) ? <NotLoaded /> : <Fault />
  }
}

function Fault() {
  const { t } = useTranslation()
  return (
    <Notice kind="bad">
      {t('fail.broken')}{' '}
      <button type="button" className="plain" onClick={() => location.reload()}>
        {t('fail.reload')}
      </button>
    </Notice>
  )
}
