import type { ReactNode } from 'react'
import './parts.css'

interface ProgressBarProps {
  readonly label: string
  /** 0 to 1. */
  readonly share: number
  /** Details: how much is done, how fast, how long it will take. */
  readonly children?: ReactNode
}

/** How far something is. */
export function ProgressBar({ label, share, children }: ProgressBarProps) {
  const percent = Math.round(100 * Math.min(1, Math.max(0, share)))
  return (
    <div className="progress">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <p>{children}</p>
    </div>
  )
}
