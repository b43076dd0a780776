import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { parseAddress, visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { useCountryName } from '../../lib/country.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { Tags, useHostTags } from './Tags.tsx'

/** A host of which no record is known: of an address, its network, location and tags are. */
export function NoRecords({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  return (
    <div className="host-page unknown">
      <header>
        <h1 className="mono">{visible(name)}</h1>
        <p className="quiet">{t('host.noneText', { name: visible(name) })}</p>
      </header>
      {parseAddress(name) === undefined ? (
        <p>
          <Link to="/">{t('missing.back')}</Link>
        </p>
      ) : (
        <>
          <aside aria-label={t('host.who')}>
            <AddressFacts ip={name} />
          </aside>
          <div className="host-main">
            <Tags ip={name} />
          </div>
        </>
      )}
    </div>
  )
}

/** Network and location of an address by what is known without records. */
function AddressFacts({ ip }: { readonly ip: string }) {
  const nameOf = useFieldName()
  const { t } = useTranslation()
  const countryName = useCountryName()
  const entry = useHostTags(ip).data?.entry
  if (entry === undefined) return null
  const { network, geo } = entry
  const facts = [
    ['as_organization', network.as_organization],
    ['as_number', network.asn === null ? null : `AS${network.asn}`],
    ['range', network.range],
    ['province', geo.province],
    ['city', geo.city],
  ] as const
  const known = facts.filter(([, value]) => value !== null && value !== '')
  if (known.length === 0 && geo.country === null) return <p className="quiet">{t('host.nowhere')}</p>
  return (
    <dl className="host-facts">
      {geo.country !== null && geo.country !== '' && (
        <div>
          <dt>{nameOf('country')}</dt>
          <dd>
            <Flag country={geo.country} />
            {visible(countryName(geo.country, geo.country_name))}
          </dd>
        </div>
      )}
      {known.map(([field, value]) => (
        <div key={field}>
          <dt>{field === 'range' ? t('host.range') : nameOf(field)}</dt>
          <dd>{visible(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  )
}
