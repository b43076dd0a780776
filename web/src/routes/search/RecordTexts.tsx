import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../components/Notice.tsx'
import { Marked } from '../../components/Marked.tsx'
import { useFieldName } from '../../lib/field-name.ts'
import { printSize } from '../../lib/figures.ts'
import type { FindMatches } from '../../lib/matches.ts'
import { useRecordField } from '../../lib/queries.ts'
import { type Result, visibleLines } from '../../lib/record.ts'

interface TextsProps {
  /** What stands on the same line. */
  readonly children?: ReactNode
  readonly result: Result
  readonly matches: FindMatches
}

const TEXTS = ['header', 'body', 'banner', 'cert'] as const
type TextName = (typeof TEXTS)[number]

/** What a service said, opened in place as text, one at a time. */
export function RecordTexts({ result, matches, children }: TextsProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const [open, setOpen] = useState<TextName>()
  // Bodies are only read when somebody looks; a record without a header has none.
  const there = TEXTS.filter((name) => result(name === 'body' ? 'header' : name) !== '')
  return (
    <div className="texts">
      <div className="last-line">
        {children}
        <div className="tabs">
          {there.map((name) => (
            <button
              key={name}
              type="button"
              aria-expanded={open === name}
              onClick={() => setOpen(open === name ? undefined : name)}
            >
              {nameOf(name)}
              {matches(name, result(name)).length > 0 && (
                <span className="hit">
                  <span className="hidden">{t('record.hit')}</span>
                </span>
              )}
            </button>
          ))}
        </div>
      </div>
      {open !== undefined && <TextPanel key={open} name={open} result={result} matches={matches} />}
    </div>
  )
}

function TextPanel({ name, result, matches }: TextsProps & { readonly name: TextName }) {
  const { t } = useTranslation()
  const begin = result(name)
  const cut = begin.length < Number(result(`${name}.length`))
  const [whole, setWhole] = useState(false)
  const record = { host: result('host'), base_protocol: result('base_protocol'), ip: result('ip') }
  const long = useRecordField(record, name, name === 'body' || (whole && cut))
  const text = long.data?.fields[name] ?? begin
  if (long.error) return <FailureNotice error={long.error} retry={() => void long.refetch()} />
  if (long.isFetching && text === '') return <p className="quiet late">{t('form.working')}</p>
  if (text === '') return <p className="quiet">{t('record.noText')}</p>
  const size = cut && long.data === undefined ? Number(result(`${name}.length`)) : text.length
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
    <div className="text">
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
