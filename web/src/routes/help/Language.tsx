import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CATALOGUE, type Field } from '../../../../src/field/index.ts'
import { KIND_NAMES, MEANINGS, ORDER_MEANINGS } from '../../../../src/query/index.ts'
import { Prose } from '../../components/Prose.tsx'
import { fullStandard, printAddress } from '../../lib/address.ts'
import { meaningOf } from '../../lib/language.ts'
import { HelpTabs } from './HelpTabs.tsx'
import { Table, Scroll } from '../../components/Table.tsx'

const EXAMPLES = {
  words: ['nginx', '"index of"'],
  conditions: ['title="login"', 'country!="DE"', 'host*="*.example.com"', 'server=~"^nginx/1\\.2"'],
  values: [
    'port="443,8443"',
    'port>=1024',
    'title="say \\"hello\\""',
    'ip="192.0.2.0/24"',
    'after="2026-03"',
  ],
  joining: ['title="login" && country="DE"', '(port=22 || port=2222) !country="DE"'],
  unknown: ['title=""', 'title!=""', 'is_honeypot=false'],
} as const
const SECTIONS = ['words', 'conditions', 'values', 'joining', 'unknown'] as const
const OPERATORS = ['=', '==', '=~', '*='] as const

/** The query language: how it is written, what operators mean, and every field. */
export function Language() {
  const { t } = useTranslation()
  return (
    <div className="help">
      <HelpTabs />
      <div className="lessons">
        {SECTIONS.map((name) => (
          <section key={name}>
            <h2>{t(`help.lesson.${name}`)}</h2>
            <p>{t(`help.lesson.${name}Text`)}</p>
            <ul>
              {EXAMPLES[name].map((query) => (
                <li key={query}>
                  <QueryLink query={query} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="part">
        <h2>{t('help.operators')}</h2>
        <p>{t('help.opposites')}</p>
        <OperatorTable />
      </section>
      <Fields />
    </div>
  )
}

function QueryLink({ query }: { readonly query: string }) {
  return (
    <Link className="mono" to={printAddress({ query, page: 1, full: fullStandard(), view: 'cards' })}>
      {query}
    </Link>
  )
}

function OperatorTable() {
  const { t } = useTranslation()
  const kinds = Object.entries(MEANINGS) as [Field['kind'], (typeof MEANINGS)[Field['kind']]][]
  return (
    <Scroll label={t('help.operators')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('help.kind')}</th>
            {OPERATORS.map((operator) => (
              <th key={operator} scope="col" className="mono">
                {operator}
              </th>
            ))}
            <th scope="col" className="mono">
              {'> >= < <='}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, meanings]) => (
            <tr key={kind}>
              <th scope="row">{meaningOf('kinds', kind, KIND_NAMES[kind])}</th>
              {OPERATORS.map((operator) => (
                <td key={operator} className={meanings[operator] === undefined ? 'quiet' : ''}>
                  <Prose text={meaningOf('kinds', `${kind} ${operator}`, meanings[operator] ?? '–')} />
                </td>
              ))}
              <td className={ORDER_MEANINGS[kind] === undefined ? 'quiet' : ''}>
                <Prose text={meaningOf('kinds', `${kind} order`, ORDER_MEANINGS[kind] ?? '–')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Fields() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const words = text.toLowerCase().trim()
  const shown = CATALOGUE.filter(({ name, aliases, help }) =>
    `${name} ${aliases.join(' ')} ${help} ${meaningOf('fields', name, '')}`.toLowerCase().includes(words),
  )
  return (
    <section className="part">
      <h2>{t('help.fields')}</h2>
      <div className="narrow-line">
        <input
          type="search"
          aria-label={t('help.filter')}
          placeholder={t('help.filter')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status" className="quiet">
          {t('help.count', { count: shown.length })}
        </p>
      </div>
      <Table
        label={t('help.fields')}
        heads={(['field', 'kind', 'holds', 'example'] as const).map((name) => t(`help.${name}`))}
      >
        {shown.map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
      </Table>
    </section>
  )
}

function FieldRow({
  field: { name, aliases, kind, help, select, many, example },
}: {
  readonly field: Field
}) {
  const { t } = useTranslation()
  const notes = [
    ...(many ? [t('help.many')] : []),
    ...(select === 'never' ? [t('help.never')] : []),
    ...(select === 'enterprise' ? [t('help.enterprise')] : []),
    ...(aliases.length > 0 ? [t('help.also', { names: aliases.join(', ') })] : []),
  ]
  return (
    <tr>
      <th scope="row" className="mono">
        {name}
      </th>
      <td>{meaningOf('kinds', kind, KIND_NAMES[kind])}</td>
      <td className="free">
        <Prose text={meaningOf('fields', name, help)} />{' '}
        {notes.length > 0 && (
          <span className="quiet">{t('part.remark', { text: notes.join(t('part.divider')) })}</span>
        )}
      </td>
      <td>
        <QueryLink query={example} />
      </td>
    </tr>
  )
}
