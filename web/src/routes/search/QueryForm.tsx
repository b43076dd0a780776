import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkQuery } from '../../../../src/query/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { Later } from '../../components/Later.tsx'
import { QueryEditor } from '../../components/QueryEditor.tsx'
import { withoutCode } from '../../lib/api.ts'
import { readHistory } from '../../lib/history.ts'
import { useInserted } from '../../lib/inserted.ts'
import { useKeys } from '../../lib/keys.ts'
import { inLanguage } from '../../lib/language.ts'
import { lazily } from '../../lib/lazily.ts'
import { meantQuery } from '../../lib/meant-query.ts'
import { findValues, useStopSearch } from '../../lib/queries.ts'
import { useQueryDraft } from '../../lib/query-draft.ts'
import { useSession } from '../../lib/session.ts'
import './query-form.css'

const SyntaxHelp = lazily(async () => (await import('./SyntaxHelp.tsx')).SyntaxHelp)

const PasteOffer = lazily(async () => (await import('./PasteOffer.tsx')).PasteOffer)

const PAUSE_MS = 1000

interface QueryFormProps {
  readonly asked: string
  readonly running: boolean
  /** Whether the line has the focus when the page opens. */
  readonly takesFocus?: boolean
  /** Whether nothing was found. */
  readonly noResults: boolean
  /** Said below the line while nothing is wrong with the query. */
  readonly note?: ReactNode
  readonly submit: (query: string) => void
  readonly again: () => void
}

/** The line of the query, what is wrong with it, and the help beside it. `/` brings the focus here from anywhere. */
export function QueryForm(props: QueryFormProps) {
  const { asked, running, takesFocus = true, noResults, note, submit, again } = props
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const [text, setText] = useQueryDraft(asked)
  const [isChecked, setChecked] = useState(asked !== '')
  usePause(text, () => setChecked(true))
  const [help, setHelp] = useState(false)
  const [pasted, setPasted] = useState<string>()
  const [kept, setKept] = useState<string>()
  const history = useHistory(asked)
  useKeys({ '/': () => focusLine(element) })
  useInserted((piece) => {
    setText(extended(text, piece))
    focusLine(element)
  })
  useHeight(element)
  const problem = text.trim() === '' ? undefined : checkQuery(text)
  // What was typed may be in another engine's language, too: then it is not a query here, or finds nothing.
  const failed = text === asked && (noResults || problem !== undefined)
  const offered = text !== kept && (text === pasted || failed)
  const send = (query: string) => {
    setChecked(true)
    setText(query)
    if (query.trim() === '' || checkQuery(query) !== undefined) return
    if (query === asked) again()
    else submit(query)
  }
  return (
    <search className={asked === '' ? '' : 'kept-in-sight'}>
      <form
        ref={element}
        className="query"
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        <QueryEditor
          label={t('search.label')}
          hint={t('search.placeholder')}
          text={text}
          history={history}
          takesFocus={takesFocus}
          findValues={findValues}
          onChange={(written, isPasted) => {
            setChecked(false)
            setText(written)
            setKept(undefined)
            if (isPasted) setPasted(written)
          }}
          onSubmit={send}
        />
        <GoButton running={running} />
        <HelpSign isOpen={help} toggle={() => setHelp(!help)} />
        <ProblemLine text={isChecked ? text : ''} take={send} note={note} />
      </form>
      <Offer
        text={offered ? text : undefined}
        take={(query) => {
          setText(query)
          focusLine(element)
        }}
        keep={() => {
          setKept(text)
          focusLine(element)
        }}
      />
      {help && (
        <Later>
          <SyntaxHelp insert={(example) => setText(extended(text, example))} />
        </Later>
      )}
    </search>
  )
}

const LATE_MS = 300

/** Starts the search; where that takes longer than a moment, it moves and stops it. */
function GoButton({ running }: { readonly running: boolean }) {
  const { t } = useTranslation()
  const stop = useStopSearch()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(running), running ? LATE_MS : 0)
    return () => clearTimeout(timer)
  }, [running])
  const stops = running && isLate
  // One button, so that the focus stays on it.
  return (
    <button
      type={stops ? 'button' : 'submit'}
      className={stops ? 'main stop' : 'main'}
      aria-busy={running}
      onClick={(event) => {
        if (!stops) return
        event.preventDefault()
        stop()
      }}
    >
      {t(stops ? 'search.stop' : 'search.go')}
    </button>
  )
}

interface OfferProps {
  /** What may be in another engine's language. */
  readonly text: string | undefined
  readonly take: (query: string) => void
  readonly keep: () => void
}

/** The query translated, where it is another engine's. */
function Offer({ text, take, keep }: OfferProps) {
  return (
    <div role="status">
      {text !== undefined && (
        <Later>
          <PasteOffer text={text} take={take} keep={keep} />
        </Later>
      )}
    </div>
  )
}

interface ProblemLineProps extends Pick<QueryFormProps, 'note'> {
  readonly text: string
  readonly take: (query: string) => void
}

/** What is wrong with a query, and how it was probably meant. */
function ProblemLine({ text, take, note }: ProblemLineProps) {
  const problem = text.trim() === '' ? undefined : checkQuery(text)
  if (problem === undefined && note !== undefined) return <p className="problem quiet">{note}</p>
  const meant = meantQuery(text, problem)
  return (
    <p className="problem" role="status">
      {problem !== undefined && withoutCode(inLanguage(problem.message))}
      {meant !== undefined && (
        <button type="button" className="plain mono" onClick={() => take(meant)}>
          {visible(meant)}
        </button>
      )}
    </p>
  )
}

/** The query with one more condition. */
function extended(query: string, condition: string): string {
  return query.trim() === '' ? condition : `${query.trim()} && ${condition}`
}

function HelpSign({ isOpen, toggle }: { readonly isOpen: boolean; readonly toggle: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="sign"
      aria-label={t('search.help')}
      title={t('search.help')}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Icon name="help" />
    </button>
  )
}

function useHistory(asked: string): readonly string[] {
  const account = useSession().data?.account?.email ?? ''
  return useMemo(() => {
    const kept = readHistory(account)
    return asked === '' || kept[0] === asked ? kept : [asked, ...kept.filter((query) => query !== asked)]
  }, [account, asked])
}

/** Mistakes are shown when the typing pauses, not while a condition is half written. */
function usePause(text: string, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    const timer = setTimeout(() => text !== '' && latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
}

/** Publishes the height of the line, so that what stays visible beneath it knows where it starts. */
function useHeight(element: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const form = element.current
    if (form === null) return
    const root = document.documentElement
    const publish = () => root.style.setProperty('--query-height', `${form.offsetHeight}px`)
    publish()
    const observer = new ResizeObserver(publish)
    observer.observe(form)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--query-height')
    }
  }, [element])
}

function focusLine(element: React.RefObject<HTMLElement | null>): void {
  element.current?.querySelector<HTMLElement>('textarea, [contenteditable]')?.focus()
}
