import { lazy, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldName } from '../lib/field-name.ts'
import { printSize } from '../lib/figure.ts'
import type { FindMatches } from '../lib/matches.ts'
import { useRecordField } from '../lib/queries.ts'
import { visibleLines } from '../lib/record.ts'
import { Later } from './Later.tsx'
import { Marked } from './Marked.tsx'
import { FailureNotice } from './Notice.tsx'
import { Roving } from './Roving.tsx'
import './record-texts.css'

const Evidence = lazy(async () => ({ default: (await import('./Evidence.tsx')).Evidence }))
const Findings = lazy(async () => ({ default: (await import('./Findings.tsx')).Findings }))
const Pivots = lazy(async () => ({ default: (await import('./Pivots.tsx')).Pivots }))
const Provenance = lazy(async () => ({ default: (await import('./Provenance.tsx')).Provenance }))

/** The long texts of a record, in the order of display. */
export const TEXTS = ['header', 'body', 'banner', 'cert', 'findings', 'evidence'] as const

/** One of them. */
export type TextName = (typeof TEXTS)[number]

/** One record, and what of its texts is at hand. */
interface RecordWithTexts {
  readonly record: { readonly host: string; readonly base_protocol: string; readonly ip: string }
  /** Which texts may be looked at. */
  readonly there: readonly TextName[]
  /** The beginning of a text, where it is at hand; the rest is fetched when somebody looks. */
  readonly begin: (name: TextName) => string
  /** The length of the whole text, where that is known. */
  readonly length: (name: TextName) => number
  readonly matches: FindMatches
}

interface TextsProps extends RecordWithTexts {
  /** Shown on the same line. */
  readonly children?: ReactNode
}

/** What a service said, opened in place as text, one at a time. */
export function RecordTexts({ children, ...texts }: TextsProps) {
  const { there, begin, matches } = texts
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const [open, setOpen] = useState<TextName | 'sources' | 'pivots'>()
  return (
    <div className="texts">
      <Roving className="last-line">
        {children}
        <div className="text-tabs">
          {there.map((name) => (
            <button
              key={name}
              type="button"
              aria-expanded={open === name}
              onClick={() => setOpen(open === name ? undefined : name)}
            >
              {nameOf(name)}
              {matches(name, begin(name)).length > 0 && (
                <span className="hit">
                  <span className="hidden">{t('record.hit')}</span>
                </span>
              )}
            </button>
          ))}
          <button
            type="button"
            aria-expanded={open === 'sources'}
            onClick={() => setOpen(open === 'sources' ? undefined : 'sources')}
          >
            {t('record.sources')}
          </button>
          <button
            type="button"
            aria-expanded={open === 'pivots'}
            onClick={() => setOpen(open === 'pivots' ? undefined : 'pivots')}
          >
            {t('pivots.tab')}
          </button>
        </div>
      </Roving>
      <Later>
        {open === 'sources' && <Provenance record={texts.record} />}
        {open === 'pivots' && <Pivots of={texts.record} />}
        {open !== undefined && open !== 'sources' && open !== 'pivots' && (
          <TextPanel key={open} name={open} {...texts} />
        )}
      </Later>
    </div>
  )
}

function TextPanel({ name, record, begin, length, matches }: RecordWithTexts & { readonly name: TextName }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const first = begin(name)
  const cut = first.length < length(name)
  const long = useRecordField(record, name, first === '' || (whole && cut))
  const text = long.data?.fields[name] ?? first
  if (long.error) return <FailureNotice error={long.error} retry={() => void long.refetch()} />
  if (long.isFetching && text === '') return <p className="quiet late">{t('form.working')}</p>
  if (name === 'evidence') return <Evidence text={text} />
  if (text === '') return <p className="quiet">{t('record.noText')}</p>
  if (name === 'findings') return <Findings text={text} />
  const size = cut && long.data === undefined ? length(name) : text.length
  return (
    <LongText
      text={text}
      size={size}
      kept={long.data?.body_full_length ?? undefined}
      whole={whole}
      setWhole={setWhole}
      find={(shown) => matches(name, shown)}
    />
  )
}

const SHORT = 2000
/** How much is shown before a match that lies further down. */
const BEFORE = 400

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

interface LongTextProps {
  readonly text: string
  /** Length of all of it, also where only the beginning is here yet. */
  readonly size: number
  /** Length of what the service sent, where less of it was kept. */
  readonly kept: number | undefined
  readonly whole: boolean
  readonly setWhole: (whole: boolean) => void
  readonly find: (text: string) => ReturnType<FindMatches>
}

function LongText({ text, size, kept, whole, setWhole, find }: LongTextProps) {
  const { t } = useTranslation()
  const first = find(text)[0]?.start ?? 0
  const from = whole || first < SHORT ? 0 : first - BEFORE
  const shown = whole ? text : text.slice(from, from + SHORT)
  return (
    <div className="long-text">
      {from > 0 && <p className="quiet">{t('record.skipped', { size: printSize(from) })}</p>}
      <pre {...SCROLLS}>
        <Marked text={shown} spans={find(shown)} show={visibleLines} />
      </pre>
      {size > SHORT && (
        <button type="button" className="plain" onClick={() => setWhole(!whole)}>
          {whole ? t('record.showLess') : t('record.showAll', { size: printSize(size) })}
        </button>
      )}
      {kept !== undefined && whole && (
        <p className="quiet">{t('record.keptOnly', { size: printSize(kept) })}</p>
      )}
    </div>
  )
}
