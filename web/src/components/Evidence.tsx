import { useTranslation } from 'react-i18next'
import { type Reason, readReasons } from '../../../src/asset/index.ts'
import { printTime, visible } from '../../../src/util/index.ts'
import { useFieldName } from '../lib/field-name.ts'
import { visibleLines } from '../lib/record.ts'
import './findings.css'

/** Why a record has its products: the rules that found them and the texts that they found, as text. */
export function Evidence({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const { found, stated } = readReasons(text)
  return (
    <>
      {stated.length > 0 && (
        <p className="quiet">{t('evidence.stated', { products: visible(stated.join(t('part.comma'))) })}</p>
      )}
      {found.length === 0 && <p className="quiet">{t('evidence.none')}</p>}
      <ul className="findings">
        {found.map((reason) => (
          <li key={reason.rule}>
            <ReasonLine reason={reason} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

function ReasonLine({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const { name, version, rule, field, text, since, stated } = reason
  return (
    <>
      <p className="finding-head">
        <strong>{visible(`${name} ${version}`.trim())}</strong>
        {stated !== '' && <em>{t('evidence.otherwise', { stated: visible(stated) })}</em>}
        <span className="quiet">
          {t('evidence.found', {
            rule: visible(rule),
            field: nameOf(field),
            since: printTime(since * 1000).slice(0, 10),
          })}
        </span>
      </p>
      <pre {...SCROLLS}>{visibleLines(text)}</pre>
    </>
  )
}
