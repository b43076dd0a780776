import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { HostLink } from '../../components/HostLink.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Marked } from '../../components/Marked.tsx'
import { Roving, useTabStop } from '../../components/Roving.tsx'
import { RecordTexts, TEXTS, type TextName } from '../../components/RecordTexts.tsx'
import { Screenshot } from '../../components/Screenshot.tsx'
import { TagEvidenceLink } from '../../components/TagEvidenceLink.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import { hostAddress } from '../../lib/address.ts'
import { useCut } from '../../lib/cut.ts'
import type { FindMatches } from '../../lib/matches.ts'
import { hostNameOf } from '../../lib/host-name.ts'
import { listed, type Result } from '../../lib/record.ts'
import type { OpenRecord, RecordName } from '../../lib/open-record.ts'
import '../../components/findings.css'
import { useCountryName } from '../../lib/country.ts'
import './records.css'

/** Some texts are only read when somebody looks; another field tells whether there is one. */
const SHOWN_BY: Partial<Record<TextName, string>> = {
  body: 'header',
  findings: 'severity',
  evidence: 'product',
}

interface ResultProps {
  readonly result: Result
  readonly matches: FindMatches
  readonly refine: Refine
  /** Opens the whole record beside the list. */
  readonly openRecord: OpenRecord
  /** How many other records show the same page. */
  readonly more?: ReactNode
}

/** One record: who and where at a glance, what it said on demand. */
export function ResultCard({ result, matches, refine, openRecord, more }: ResultProps) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const [card, cut] = useCut<HTMLLIElement>(result)
  const title = result('title')
  const seen = result('lastupdatetime')
  return (
    <li className={whole ? 'card' : 'card clamped'} ref={card}>
      <Roving className="record-values">
        <div className="card-head">
          <SiteIcon result={result} refine={refine} />
          <h2 className="card-name">
            <HostLink host={result('host')} ip={result('ip')} link={result('link')} refine={refine} />
          </h2>
          <Value field="port" value={result('port')} refine={refine} className="pill" />
          <Value field="protocol" value={result('protocol')} refine={refine} className="pill" />
          <Value field="status_code" value={result('status_code')} refine={refine} className="pill" />
          <time
            dateTime={seen.replace(' ', 'T')}
            title={`${t('field.lastupdatetime')}: ${seen}\n${t('field.firstseen')}: ${result('firstseen')}`}
          >
            {seen.slice(0, 10)}
          </time>
          <WholeButton name={result('host')} open={() => openRecord(recordOf(result))} />
        </div>
        {title !== '' && (
          <div className="title">
            <Value field="title" value={title} refine={refine}>
              <Marked text={title} spans={matches('title', title)} />
            </Value>
          </div>
        )}
        <div className="facts-line">
          <AddressValue ip={result('ip')} refine={refine} />
          <Place result={result} refine={refine} />
          <Network result={result} refine={refine} />
          <DomainValue result={result} refine={refine} />
          <Value field="os" value={result('os')} refine={refine} />
        </div>
      </Roving>
      <Screenshot host={result('host')} sha256={result('screenshot')} hash={result('screenshot_hash')} />
      <RecordTexts
        record={recordOf(result)}
        there={TEXTS.filter((name) => result(SHOWN_BY[name] ?? name) !== '')}
        begin={result}
        length={(name) => Number(result(`${name}.length`))}
        matches={matches}
      >
        <Products result={result} refine={refine} cut={cut} whole={whole} showWhole={() => setWhole(true)} />
      </RecordTexts>
      {more}
    </li>
  )
}

/** What names the record of a result. */
export function recordOf(result: Result): RecordName {
  return { host: result('host'), base_protocol: result('base_protocol'), ip: result('ip') }
}

/** The button that opens the whole record beside the list. */
export function WholeButton({ name, open }: { readonly name: string; readonly open: () => void }) {
  const { t } = useTranslation()
  const text = `${t('record.whole')}: ${visible(name)}`
  return (
    <button
      type="button"
      className="sign whole-record"
      tabIndex={useTabStop()}
      aria-label={text}
      title={t('record.whole')}
      onClick={open}
    >
      <Icon name="panel" />
    </button>
  )
}

type ValuesProps = Pick<ResultProps, 'result' | 'refine'>

/** The icon of the site, where it is kept; the same icon elsewhere is one click away. */
function SiteIcon({ result, refine }: ValuesProps) {
  const { t } = useTranslation()
  const hash = result('icon_hash')
  if (result('icon') !== 'true') return null
  return (
    <Value field="icon_hash" value={hash} refine={refine} className="site-icon">
      <img
        src={`/web/api/icon/${hash}`}
        width="16"
        height="16"
        loading="lazy"
        alt={`${t('field.icon_hash')} ${hash}`}
      />
    </Value>
  )
}

/** An address, with the way to its page. */
export function AddressValue({ ip, refine }: { readonly ip: string; readonly refine: Refine }) {
  return <Value field="ip" value={ip} refine={refine} className="mono" more={<HostPage name={ip} />} />
}

function DomainValue({ result, refine }: ValuesProps) {
  const domain = result('domain')
  return (
    <Value field="domain" value={domain} refine={refine} className="mono" more={<HostPage name={domain} />} />
  )
}

function HostPage({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const stop = useTabStop()
  return (
    <Link
      to={hostAddress(name)}
      tabIndex={stop}
      aria-label={t('record.hostPage', { name: visible(name) })}
      title={t('record.hostPage', { name: visible(name) })}
    >
      <Icon name="host" />
    </Link>
  )
}

function Place({ result, refine }: ValuesProps) {
  const country = result('country')
  const countryName = useCountryName()
  return (
    <span className="value-group">
      <Value field="country" value={country} refine={refine}>
        <Flag country={country} />
        {visible(countryName(country, result('country_name')))}
      </Value>
      <Value field="city" value={result('city')} refine={refine} />
    </span>
  )
}

function Network({ result, refine }: ValuesProps) {
  return (
    <span className="value-group">
      <Value field="as_organization" value={result('as_organization')} refine={refine} />
      <Value field="as_number" value={result('as_number')} refine={refine} className="mono quiet">
        AS{result('as_number')}
      </Value>
    </span>
  )
}

/** More products or tags than these are shown on demand. */
const LISTED = 12

interface ProductsProps extends ValuesProps {
  /** Whether a value of the record is cut. */
  readonly cut: boolean
  readonly whole: boolean
  readonly showWhole: () => void
}

function Products({ result, refine, cut, whole, showWhole }: ProductsProps) {
  const { t } = useTranslation()
  const server = result('server')
  const products = listed(result('product'))
  const tags = listed(result('tag'))
  const stop = useTabStop()
  const hidden = whole ? 0 : Math.max(0, products.length - LISTED) + Math.max(0, tags.length - LISTED)
  const shown = (names: readonly string[]) => (whole ? names : names.slice(0, LISTED))
  return (
    <div className="facts-line products-line">
      {shown(products).map((name) => (
        <Value key={name} field="product" value={name} refine={refine} className="pill" />
      ))}
      <Value field="server" value={server} refine={refine} className="mono quiet" />
      <CertificateName result={result} refine={refine} />
      {listed(result('severity')).map((name) => (
        <Value key={name} field="severity" value={name} refine={refine} className={`pill severity ${name}`}>
          {t(`severity.${name}`, { defaultValue: visible(name) })}
        </Value>
      ))}
      {shown(tags).map((name) => (
        <Value key={name} field="tag" value={name} refine={refine} className="pill outlined" />
      ))}
      {tags.length > 0 && <TagEvidenceLink ip={result('ip')} tabIndex={stop} />}
      {(hidden > 0 || (cut && !whole)) && (
        <button type="button" className="plain" tabIndex={stop} onClick={showWhole}>
          {hidden > 0 ? t('record.more', { count: hidden }) : t('record.showWhole')}
        </button>
      )}
    </div>
  )
}

/** Whom the certificate names, where that is not the host, and whether it has expired. */
function CertificateName({ result, refine }: ValuesProps) {
  const { t } = useTranslation()
  const name = result('cert.subject.cn')
  const isExpired = result('cert.is_expired') === 'true'
  if (!isExpired && name === hostNameOf(result('host'), result('ip'))) return null
  return (
    <Value field="cert.subject.cn" value={name} refine={refine} className="mono quiet certificate-name">
      <Icon name="lock" />
      {visible(name)}
      {isExpired && <em>{t('value.cert_is_expired.true')}</em>}
    </Value>
  )
}
