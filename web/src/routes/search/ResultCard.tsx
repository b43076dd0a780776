import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { HostLink } from '../../components/HostLink.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import { type Result, visibleLines } from '../../lib/record.ts'

interface ResultProps {
  readonly result: Result
  readonly refine: Refine
}

/** One record: who and where at a glance, what it said on demand. */
export function ResultCard({ result, refine }: ResultProps) {
  const { t } = useTranslation()
  const title = result('title')
  return (
    <li className="card">
      <p className="head">
        <HostLink result={result} />
        <Value field="port" value={result('port')} refine={refine} className="pill" />
        <Value field="protocol" value={result('protocol')} refine={refine} className="pill" />
        <Value field="status_code" value={result('status_code')} refine={refine} className="pill" />
        <time title={t('record.seen')}>{result('lastupdatetime').slice(0, 10)}</time>
      </p>
      <p className={title === '' ? 'quiet' : 'title'}>
        {title === '' ? t('record.untitled') : visible(title)}
      </p>
      <p className="facts-line">
        <Value field="ip" value={result('ip')} refine={refine} className="mono" />
        <Value field="country" value={result('country')} shown={result('country_name')} refine={refine} />
        <Value field="city" value={result('city')} refine={refine} />
        <Value field="as_organization" value={result('as_organization')} refine={refine} />
        <Value field="domain" value={result('domain')} refine={refine} />
        <Value field="server" value={result('server')} refine={refine} />
      </p>
      <Texts result={result} />
    </li>
  )
}

const TEXTS = ['header', 'banner', 'cert'] as const

function Texts({ result }: { readonly result: Result }) {
  const { t } = useTranslation()
  return (
    <div className="texts">
      {TEXTS.filter((name) => result(name) !== '').map((name) => (
        <details key={name}>
          <summary>{t(`record.${name}`)}</summary>
          <LongText text={result(name)} />
        </details>
      ))}
    </div>
  )
}

const SHORT = 4000

function LongText({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const long = text.length > SHORT
  return (
    <>
      <pre>{visibleLines(whole ? text : text.slice(0, SHORT))}</pre>
      {long && (
        <button type="button" className="plain" onClick={() => setWhole(!whole)}>
          {whole
            ? t('record.showLess')
            : t('record.showAll', { size: `${Math.ceil(text.length / 1024)} KB` })}
        </button>
      )}
    </>
  )
}
