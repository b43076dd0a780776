import { useTranslation } from 'react-i18next'
import { CATALOGUE } from '../../../../src/field/index.ts'
import { useSession } from '../../lib/session.ts'

/** What an export holds unless somebody chooses. */
export const USUAL_FIELDS = [
  'ip',
  'port',
  'protocol',
  'title',
  'host',
  'domain',
  'country',
  'city',
  'as_organization',
  'lastupdatetime',
] as const

interface ExportFieldsProps {
  readonly fields: readonly string[]
  readonly choose: (fields: readonly string[]) => void
}

/** Which fields a file has; they are in the order in which they were chosen. */
export function ExportFields({ fields, choose }: ExportFieldsProps) {
  const { t } = useTranslation()
  const level = useSession().data?.account?.level
  const offered = CATALOGUE.filter(
    ({ select }) => select === 'anyone' || (select === 'enterprise' && level === 'enterprise'),
  )
  const toggle = (name: string) =>
    choose(fields.includes(name) ? fields.filter((one) => one !== name) : [...fields, name])
  return (
    <fieldset className="field-choice">
      <legend>{t('export.fields', { count: fields.length })}</legend>
      <ul>
        {offered.map(({ name, help }) => (
          <li key={name}>
            <button
              type="button"
              className="mono"
              title={help}
              aria-pressed={fields.includes(name)}
              onClick={() => toggle(name)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
