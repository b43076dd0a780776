import type { SearchAddress } from '../../lib/address.ts'
import { CallDialog } from './CallDialog.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { ElsewhereDialog } from './ElsewhereDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import type { Tool } from './Search.tsx'
import './tools.css'

/** What every window over the search is given. */
export interface ToolProps {
  readonly asked: SearchAddress
  /** Matches, where they are known. */
  readonly total: number | undefined
  readonly close: () => void
}

/** The window that was asked for. */
export function Tools({ tool, ...props }: ToolProps & { readonly tool: Tool }) {
  switch (tool) {
    case 'export':
      return <ExportDialog {...props} />
    case 'call':
      return <CallDialog {...props} />
    case 'compare':
      return <CompareDialog {...props} />
    case 'elsewhere':
      return <ElsewhereDialog {...props} />
    case 'report':
      return <ReportDialog {...props} />
    case 'save':
      return <SaveDialog {...props} />
  }
}
