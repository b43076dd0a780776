import type { SearchAddress } from '../../lib/address.ts'
import type { SearchAnswer } from '../../lib/record.ts'
import type { Refine } from '../../components/Value.tsx'
import { Answer } from './Answer.tsx'
import { Facets } from './Facets.tsx'
import type { Tool } from './Search.tsx'

/** An answer, and what it is the answer to. */
export interface Shown {
  readonly answer: SearchAnswer
  readonly asked: SearchAddress
  /** Whether it is not the answer to what is asked for now. */
  readonly stale: boolean
}

/** What an answer is given beside itself. */
export interface FoundProps {
  readonly shown: Shown
  /** Records that pages reach, once it is known. */
  readonly window: number | undefined
  readonly go: (change: Partial<SearchAddress>) => void
  readonly refine: Refine
  readonly remove: (condition: string) => void
  readonly openTool: (tool: Tool) => void
}

/** What was found: the records, and beside them what they have in common. */
export function Found({ shown: { answer, asked, stale }, window, go, refine, remove, openTool }: FoundProps) {
  return (
    <div className={answer.total > 0 ? 'found' : 'found none'}>
      {answer.total > 0 && <Facets asked={asked} ready={!stale} refine={refine} remove={remove} />}
      <Answer
        answer={answer}
        asked={asked}
        window={window}
        stale={stale}
        go={go}
        refine={refine}
        openTool={openTool}
      />
    </div>
  )
}
