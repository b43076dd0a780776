import type { AdminSettingsAnswer, SettingFacts } from '../../lib/answer-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { allowedIn, meaningOf } from '../../lib/language.ts'
import { AdminTabs } from './AdminTabs.tsx'
import { Prose } from '../../components/Prose.tsx'
import { Table } from '../../components/Table.tsx'

/** The settings in use, to look at: they are set where the server is started. */
export function Settings() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: async () => (await call<AdminSettingsAnswer>('GET', 'admin/settings')).settings,
  })
  return (
    <div className="admin">
      <AdminTabs />
      <p className="quiet">{t('admin.settingsHelp')}</p>
      <Loaded query={query}>{(settings) => <SettingTable settings={settings} />}</Loaded>
    </div>
  )
}

function SettingTable({ settings }: { readonly settings: readonly SettingFacts[] }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('admin.settings')}
      look="list settings"
      heads={(['setting', 'value', 'origin', 'meaning', 'variable'] as const).map((name) =>
        t(`admin.${name}`),
      )}
    >
      {settings.map((setting) => (
        <tr key={setting.name}>
          <th scope="row" className="mono">
            {setting.name}
          </th>
          <td className="free">
            <SettingValue setting={setting} />
          </td>
          <td className={setting.origin === 'default' ? 'quiet' : ''}>
            {t(`admin.origins.${setting.origin}`)}
          </td>
          <td className="free">
            <Prose text={meaningOf('settings', setting.name, setting.meaning)} />{' '}
            <span className="quiet">
              <Prose text={t('part.remark', { text: allowedIn(setting.allowed) })} />
            </span>
          </td>
          <td className="mono quiet">{setting.variable}</td>
        </tr>
      ))}
    </Table>
  )
}

function SettingValue({ setting: { value, default: standard } }: { readonly setting: SettingFacts }) {
  const { t } = useTranslation()
  if (value === null) return <span className="quiet">{t('admin.secret')}</span>
  if (value === standard)
    return <span className="quiet mono">{value === '' ? t('admin.empty') : visible(value)}</span>
  return (
    <>
      <strong className="mono">{visible(value)}</strong>
      <span className="quiet">
        {' '}
        {t('admin.standard', { value: standard === '' ? t('admin.empty') : standard })}
      </span>
    </>
  )
}
