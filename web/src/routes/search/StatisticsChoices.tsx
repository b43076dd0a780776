import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldName } from '../../lib/field-name.ts'
import { usePunctuation } from '../../lib/punctuation.ts'
import { COUNTED, FORMS, ORDERED, type StatisticsChoice, TOPS } from '../../lib/statistics.ts'

interface StatisticsChoicesProps {
  readonly choice: StatisticsChoice
  readonly choose: (change: Partial<StatisticsChoice>) => void
}

type Option = readonly [value: string, text: string]

/** Which field is counted, with which other, how many values, and how they are drawn. */
export function StatisticsChoices({ choice, choose }: StatisticsChoicesProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const { withAside } = usePunctuation()
  const fields = COUNTED.map(
    (name): Option => [name, nameOf(name) === name ? name : withAside(nameOf(name), name)],
  )
  const others = fields.filter(([name]) => name !== choice.field)
  const tops = TOPS.map((top): Option => [String(top), String(top)])
  return (
    <div className="statistics-choices">
      <Choice
        label={t('statistics.field')}
        value={choice.field}
        options={fields}
        choose={(field) => choose({ field })}
      />
      <Choice
        label={t('statistics.by')}
        value={choice.by}
        options={[['', t('statistics.alone')], ...others]}
        choose={(by) => choose({ by })}
      />
      <Choice
        label={t('statistics.top')}
        value={String(choice.top)}
        options={tops}
        choose={(top) => choose({ top: Number(top) })}
      />
      {choice.by === '' && <FormChoice choice={choice} choose={choose} />}
    </div>
  )
}

function FormChoice({ choice, choose }: StatisticsChoicesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="view-choice">
      <legend className="hidden">{t('statistics.form')}</legend>
      {FORMS.map((form) => (
        <button
          key={form}
          type="button"
          aria-pressed={choice.form === form}
          disabled={form === 'line' && !ORDERED.has(choice.field)}
          onClick={() => choose({ form })}
        >
          {t(`statistics.${form}`)}
        </button>
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly choose: (value: string) => void
}

function Choice({ label, value, options, choose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="statistics-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => choose(target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
