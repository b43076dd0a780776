import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { fullStandard, hostAddress, printAddress } from '../../lib/address.ts'
import { conditionFor } from '../../lib/conditions.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { useCountryName } from '../../lib/country.ts'
import type { HostPageAnswer } from '../../lib/answer-types.ts'
import { Clamped } from './Clamped.tsx'

/** More names than these are folded. */
const NAMES = 8
/** More than these are found by a search. */
const MOST_NAMES = 300

/** Who and where a host is, each value a way to others like it. */
export function Facts({ host }: { readonly host: HostPageAnswer }) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const { place, network } = host
  const countryName = useCountryName()
  return (
    <dl className="host-facts">
      {place !== null && place.country !== '' && (
        <Fact name={nameOf('country')}>
          <Like field="country" value={place.country} text={countryName(place.country, place.country_name)}>
            <Flag country={place.country} />
          </Like>
        </Fact>
      )}
      <LikeFact field="province" value={place?.province} />
      <LikeFact field="city" value={place?.city} />
      <LikeFact field="as_organization" value={network?.as_organization} />
      {network?.as_number != null && (
        <Fact name={nameOf('as_number')}>
          <Like field="as_number" value={String(network.as_number)} text={`AS${network.as_number}`} />
        </Fact>
      )}
      {network?.isp !== network?.as_organization && <LikeFact field="isp" value={network?.isp} />}
      <LikeFact field="cloud_name" value={network?.cloud_name} />
      {host.operating_systems.length > 0 && (
        <Fact name={nameOf('os')}>
          {host.operating_systems.slice(0, NAMES).map((system) => (
            <Like key={system} field="os" value={system} text={system} />
          ))}
        </Fact>
      )}
      <Fact name={nameOf('firstseen')}>{host.firstseen}</Fact>
      <Fact name={nameOf('lastupdatetime')}>{host.lastupdatetime}</Fact>
      {host.kind === 'name' && <Hosts name={t('host.addresses')} hosts={host.addresses} />}
      <Hosts name={t('host.domains')} hosts={host.domains.filter((domain) => domain !== host.name)} />
      <Hosts name={t('host.names')} hosts={host.names.filter((name) => name !== host.name)} />
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function LikeFact({ field, value }: { readonly field: string; readonly value: string | undefined }) {
  const nameOf = useFieldName()
  if (value === undefined || value === '') return null
  return (
    <Fact name={nameOf(field)}>
      <Like field={field} value={value} text={value} />
    </Fact>
  )
}

interface LikeProps {
  readonly field: string
  readonly value: string
  readonly text: string
  /** Shown before the text. */
  readonly children?: ReactNode
}

function Like({ field, value, text, children }: LikeProps) {
  const query = conditionFor(field, value)
  return (
    <Clamped text={text}>
      {children}
      <Link to={printAddress({ query, page: 1, full: fullStandard(), view: 'cards' })}>{visible(text)}</Link>
    </Clamped>
  )
}

function Hosts({ name, hosts }: { readonly name: string; readonly hosts: readonly string[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (hosts.length === 0) return null
  const list = (shown: readonly string[]) => (
    <ul>
      {shown.map((one) => (
        <li key={one}>
          <Link className="mono other-name" to={hostAddress(one)}>
            {visible(one)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <Fact name={name}>
      {list(hosts.slice(0, NAMES))}
      {hosts.length > NAMES && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('host.more', { count: hosts.length - NAMES })}</summary>
          {open && list(hosts.slice(NAMES, MOST_NAMES))}
        </details>
      )}
    </Fact>
  )
}
