// An import through an operator, under a progress line.
import {
  type ImportContext,
  type ImportRequest,
  type ImportSummary,
  importFiles,
  type LiveImport,
} from '../service/ingest/index.ts'
import type { Operator } from '../service/operator/index.ts'
import type { CommandContext } from './output/output.ts'
import { ProgressLine } from './output/progress.ts'

/** Imports files into the records of an operator; the caller closes it. */
export async function runImportFiles(
  request: ImportRequest,
  operator: Operator,
  tools: Omit<ImportContext, 'store' | 'recorder' | 'onStart' | 'signal'>,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
): Promise<ImportSummary> {
  const lines: ProgressLine[] = []
  const onStart = (live: LiveImport): void => {
    if (live.resumed) terminal.error('continuing an import that did not finish\n')
    lines.push(new ProgressLine(terminal, () => progressOf(live)))
  }
  const { importStarted: start, importAlive: alive, importLeft: leave, importEnded: end } = operator
  const recorder = { start, alive, leave, end }
  try {
    const exclusions = await operator.exclusions()
    return await importFiles(request, { ...tools, exclusions, store: operator, recorder, onStart, signal })
  } finally {
    for (const line of lines) line.stop()
  }
}

function progressOf(live: LiveImport): { records: number; rejects: number; share: number | undefined } {
  const counts = live.counts()
  return { records: counts?.observations ?? 0, rejects: counts?.rejects ?? 0, share: live.share() }
}
