import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { conditionFor, opposite } from '../lib/conditions.ts'
import { useFieldName } from '../lib/field-name.ts'
import { type Refine, useSearchWays } from '../lib/search-ways.ts'
import { copyText } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { useTabStop } from './Roving.tsx'
import './value.css'

export type { Refine } from '../lib/search-ways.ts'

/** How wide the offers are at most. */
const ROOM = 190
/** So long a click waits for a second one, which selects the text. */
const SECOND_CLICK_MS = 250

interface ValueProps {
  readonly field: string
  readonly value: string
  readonly refine: Refine
  /** Shown for the value, where that is not the value itself. */
  readonly children?: ReactNode
  readonly className?: string
  /** The condition that keeps it, where that is not simply its value. */
  readonly condition?: string
  /** Where a click leads, where that is not the search with the value. */
  readonly link?: ReactNode
  /** The page of the host that the value names. */
  readonly more?: ReactNode
}

/**
 * A value of a record as text: a click searches for it, two clicks select it, with Ctrl or the middle button another tab opens;
 * under the pointer or with the focus it offers to include, exclude and copy it, and to search for it alone.
 * On a screen that is touched, the first touch offers all of them.
 */
export function Value(props: ValueProps) {
  const { field, value, refine, className = '', condition, link, more } = props
  const nameOf = useFieldName()
  const [offered, setOffered] = useState<'no' | 'left' | 'right'>('no')
  const offer = (element: Element) =>
    setOffered(element.getBoundingClientRect().left > window.innerWidth - ROOM ? 'right' : 'left')
  if (value === '') return null
  const wanted = condition ?? conditionFor(field, value)
  return (
    <fieldset
      aria-label={nameOf(field)}
      className={`value ${className}`}
      onPointerEnter={({ pointerType, currentTarget }) => pointerType === 'mouse' && offer(currentTarget)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOffered('no')}
      onFocus={({ currentTarget }) => offer(currentTarget)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOffered('no')
      }}
    >
      {link ?? <ValueLink {...props} wanted={wanted} offer={offer} />}
      {offered !== 'no' && (
        <Offers
          side={offered}
          text={visible(value)}
          wanted={wanted}
          refine={refine}
          copied={value}
          more={more}
        />
      )}
    </fieldset>
  )
}

interface ValueLinkProps extends ValueProps {
  readonly wanted: string
  readonly offer: (element: Element) => void
}

function ValueLink({ field, value, refine, children, wanted, offer }: ValueLinkProps) {
  const nameOf = useFieldName()
  const { addressWith } = useSearchWays()
  const onClick = useClick(() => refine(wanted), offer)
  return (
    <a
      className="value-text"
      href={addressWith(wanted)}
      title={`${nameOf(field)}: ${visible(value)}`}
      // Dragging over it selects its text.
      draggable={false}
      tabIndex={useTabStop()}
      onClick={onClick}
    >
      {children ?? visible(value)}
    </a>
  )
}

/** A click searches unless it becomes a second one or text is selected; a touch offers. */
function useClick(search: () => void, offer: (element: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (event: MouseEvent) => {
    const { nativeEvent, currentTarget, detail } = event
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    clearTimeout(timer.current)
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') offer(currentTarget)
    else if (detail === 0) search()
    else if (detail === 1 && !hasSelection(currentTarget)) timer.current = setTimeout(search, SECOND_CLICK_MS)
  }
}

function hasSelection(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

interface OffersProps {
  readonly side: 'left' | 'right'
  readonly text: string
  readonly copied: string
  readonly wanted: string
  readonly refine: Refine
  readonly more?: ReactNode
}

function Offers({ side, text, copied, wanted, refine, more }: OffersProps) {
  const { t } = useTranslation()
  const { addressOf } = useSearchWays()
  const [done, setDone] = useState(false)
  const stop = useTabStop()
  const copy = async () => {
    await copyText(copied)
    setDone(true)
  }
  return (
    <span className={`value-offers ${side}`}>
      <button
        type="button"
        tabIndex={stop}
        aria-label={`${t('record.include')}: ${text}`}
        title={t('record.include')}
        onClick={() => refine(wanted)}
      >
        <Icon name="add" />
      </button>
      <button
        type="button"
        tabIndex={stop}
        aria-label={`${t('record.exclude')}: ${text}`}
        title={t('record.exclude')}
        onClick={() => refine(opposite(wanted))}
      >
        <Icon name="remove" />
      </button>
      <button
        type="button"
        tabIndex={stop}
        aria-label={`${t(done ? 'record.copied' : 'record.copy')}: ${text}`}
        title={t('record.copy')}
        onClick={() => void copy()}
      >
        <Icon name={done ? 'done' : 'copy'} />
      </button>
      <Link
        to={addressOf(wanted)}
        tabIndex={stop}
        aria-label={`${t('record.pivot')}: ${text}`}
        title={t('record.pivot')}
      >
        <Icon name="pivot" />
      </Link>
      {more}
    </span>
  )
}
