import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { useFigures } from '../../lib/figure.ts'
import { useFacets } from '../../lib/queries.ts'
import { FacetRow } from './FacetRow.tsx'

const MOST = 250

/** What the list of all values of a field is given. */
export interface FacetListProps {
  readonly field: string
  readonly name: string
  readonly asked: SearchAddress
  /** What is before every value's condition. */
  readonly inside?: string
  readonly active: ReadonlySet<string>
  readonly refine: Refine
  readonly remove: (condition: string) => void
  readonly close: () => void
}

/** Many values of a field, to be searched. */
export function FacetList({
  field,
  name,
  asked,
  inside = '',
  active,
  refine,
  remove,
  close,
}: FacetListProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const part = useDeferredValue(wanted.trim().toLowerCase())
  const { data, error, refetch } = useFacets(asked, [field], MOST, true)
  const summary = data?.facets[0]
  const values = (summary?.values ?? []).map((value) => ({
    ...value,
    condition: inside + value.condition,
  }))
  const shown = values.filter((value) => `${value.value} ${value.label ?? ''}`.toLowerCase().includes(part))
  const most = Math.max(...values.map(({ count }) => count), 1)
  const andClose = (act: (condition: string) => void) => (condition: string) => {
    act(condition)
    close()
  }
  return (
    <Dialog title={name} close={close}>
      <Field label={t('search.filter')} value={wanted} onChange={({ target }) => setWanted(target.value)} />
      <FailureNotice error={error} retry={() => void refetch()} />
      <ul className="facet-list" aria-label={name}>
        {shown.map((value) => (
          <FacetRow
            key={value.value}
            field={field}
            value={value}
            share={value.count / most}
            active={active.has(value.condition)}
            lead={
              <Choice
                value={value.label ?? value.value}
                chosen={chosen.includes(value.condition)}
                choose={(on) =>
                  setChosen(
                    on ? [...chosen, value.condition] : chosen.filter((one) => one !== value.condition),
                  )
                }
              />
            }
            refine={andClose(refine)}
            remove={andClose(remove)}
          />
        ))}
      </ul>
      {chosen.length > 0 && <AnyOf chosen={chosen} refine={andClose(refine)} />}
      {summary !== undefined && summary.distinct > values.length && (
        <p className="quiet">
          {t('search.moreValues', { shown: number(values.length), distinct: number(summary.distinct) })}
        </p>
      )}
    </Dialog>
  )
}

/** Searches for any of the chosen values. */
function AnyOf({
  chosen,
  refine,
}: {
  readonly chosen: readonly string[]
  readonly refine: (condition: string) => void
}) {
  const { t } = useTranslation()
  const condition = chosen.length === 1 ? chosen.join('') : `(${chosen.join(' || ')})`
  return (
    <div className="dialog-end">
      <button type="button" className="main" onClick={() => refine(condition)}>
        {t('search.anyOf', { count: chosen.length })}
      </button>
    </div>
  )
}

interface ChoiceProps {
  readonly value: string
  readonly chosen: boolean
  readonly choose: (chosen: boolean) => void
}

/** Chooses a value; several are searched for together. */
function Choice({ value, chosen, choose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <input
      type="checkbox"
      className="facet-choice"
      aria-label={t('search.choose', { value: visible(value) })}
      checked={chosen}
      onChange={({ target }) => choose(target.checked)}
    />
  )
}
