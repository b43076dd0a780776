import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { conditionFor, opposite } from '../lib/conditions.ts'
import { useFieldName } from '../lib/field-name.ts'
import { copyText } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import './value.css'

/** What a value of a record can do to the query: a condition to add. */
export type Refine = (condition: string) => void

/** How wide the offers are at most. */
const ROOM = 190

interface ValueProps {
  readonly field: string
  readonly value: string
  readonly refine: Refine
  /** What stands for the value, where that is not the value itself. */
  readonly children?: ReactNode
  readonly className?: string
  /** The condition that keeps it, where that is not simply its value. */
  readonly condition?: string
  /** The page of the host that the value names. */
  readonly more?: ReactNode
}

/**
 * A value of a record as text: a click searches for it; under the pointer or with the focus it offers to exclude and to copy it.
 * On a screen that is touched, the first touch offers all of them.
 */
export function Value({ field, value, refine, children, className = '', condition, more }: ValueProps) {
  const nameOf = useFieldName()
  const [offered, setOffered] = useState<'no' | 'left' | 'right'>('no')
  const offer = (place: Element) =>
    setOffered(place.getBoundingClientRect().left > window.innerWidth - ROOM ? 'right' : 'left')
  if (value === '') return null
  const text = visible(value)
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
      <button
        type="button"
        className="value-text"
        title={`${nameOf(field)}: ${text}`}
        onClick={({ nativeEvent, currentTarget }) => {
          const touched = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
          if (touched) offer(currentTarget)
          else refine(wanted)
        }}
      >
        {children ?? text}
      </button>
      {offered !== 'no' && (
        <Offers
          side={offered}
          text={text}
          include={() => refine(wanted)}
          exclude={() => refine(opposite(wanted))}
          copied={value}
          more={more}
        />
      )}
    </fieldset>
  )
}

interface OffersProps {
  readonly side: 'left' | 'right'
  readonly text: string
  readonly copied: string
  readonly include: () => void
  readonly exclude: () => void
  readonly more?: ReactNode
}

function Offers({ side, text, copied, include, exclude, more }: OffersProps) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const copy = async () => {
    await copyText(copied)
    setDone(true)
  }
  return (
    <span className={`value-offers ${side}`}>
      <button
        type="button"
        aria-label={`${t('record.include')}: ${text}`}
        title={t('record.include')}
        onClick={include}
      >
        <Icon name="add" />
      </button>
      <button
        type="button"
        aria-label={`${t('record.exclude')}: ${text}`}
        title={t('record.exclude')}
        onClick={exclude}
      >
        <Icon name="remove" />
      </button>
      <button
        type="button"
        aria-label={`${t(done ? 'record.copied' : 'record.copy')}: ${text}`}
        title={t('record.copy')}
        onClick={() => void copy()}
      >
        <Icon name={done ? 'done' : 'copy'} />
      </button>
      {more}
    </span>
  )
}
