import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CATALOGUE } from '../../../../src/field/index.ts'
import { KIND_NAMES } from '../../../../src/query/index.ts'
import './syntax-help.css'

const OPERATORS = ['=', '==', '*=', '=~', '!=', '> >= < <='] as const

/** The language on one look: its operators, and every field with an example that can be taken over. */
export function SyntaxHelp({ insert }: { readonly insert: (example: string) => void }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const part = useDeferredValue(wanted.trim().toLowerCase())
  const fields = CATALOGUE.filter(({ name, aliases, help }) =>
    [name, ...aliases, help].some((text) => text.toLowerCase().includes(part)),
  )
  return (
    <section className="syntax" aria-label={t('search.help')}>
      <div>
        <dl>
          {OPERATORS.map((operator) => (
            <div key={operator}>
              <dt className="mono">{operator}</dt>
              <dd>{t(`syntax.${NAMES[operator]}`)}</dd>
            </div>
          ))}
          <div>
            <dt className="mono">&& || ! ( )</dt>
            <dd>{t('syntax.join')}</dd>
          </div>
        </dl>
        <p className="quiet">{t('syntax.words')}</p>
        <p className="quiet">{t('syntax.keys')}</p>
      </div>
      <div>
        <input
          type="search"
          aria-label={t('syntax.find')}
          placeholder={t('syntax.find')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <ul className="syntax-fields">
          {fields.map(({ name, kind, help, example }) => (
            <li key={name}>
              <button
                type="button"
                className="plain mono"
                title={t('syntax.insert')}
                onClick={() => insert(example)}
              >
                {example}
              </button>
              <span>
                {help} <span className="quiet">({KIND_NAMES[kind]})</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const NAMES = {
  '=': 'contains',
  '==': 'exactly',
  '*=': 'wildcard',
  '=~': 'expression',
  '!=': 'not',
  '> >= < <=': 'order',
} as const
