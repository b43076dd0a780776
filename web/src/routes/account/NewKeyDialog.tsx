import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { CurrentPassword } from '../../components/CurrentPassword.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import type { CreateKeyAnswer, RevealedKey } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { ShownKeys } from './PasswordDialog.tsx'

const DIALECTS = ['documented', 'live'] as const
const SCOPES = ['search', 'export', 'tag', 'import', 'admin'] as const
const USUAL: readonly string[] = ['search', 'export', 'tag']

/** The form of a new key, and then the key, once. */
export function NewKeyDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation()
  const create = useMutation({ mutationFn: createKey })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!create.isPending) create.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={t('keys.create')} close={close}>
      {create.data !== undefined ? (
        <>
          <Notice kind="good">{t('keys.created')}</Notice>
          <ShownKeys keys={[create.data]} close={close} />
        </>
      ) : (
        <form className="form" onSubmit={onSubmit}>
          <KeyFields />
          <CurrentPassword />
          <FailureNotice error={create.error} />
          <button type="submit" className="main" disabled={create.isPending}>
            {t('keys.create')}
          </button>
        </form>
      )}
    </Dialog>
  )
}

async function createKey(data: FormData): Promise<RevealedKey> {
  const value = (name: string) => String(data.get(name) ?? '')
  const name = value('name')
  const dialect = DIALECTS.find((one) => one === value('dialect')) ?? 'documented'
  const answer = await call<CreateKeyAnswer>('POST', 'account/keys', {
    ...{ name, dialect, password: value('current') },
    scopes: data.getAll('scope').map(String),
    networks: value('networks'),
    rate: value('rate'),
    expires: value('expires'),
  })
  return { name, dialect, key: answer.key }
}

function KeyFields() {
  const { t } = useTranslation()
  const dialect = useId()
  const { data } = useSession()
  const isAdministrator = data?.account?.role === 'administrator'
  const offered = SCOPES.filter((scope) => isAdministrator || scope !== 'import')
  return (
    <>
      <Field label={t('keys.name')} name="name" maxLength={64} required autoComplete="off" />
      <div className="field">
        <label htmlFor={dialect}>{t('keys.dialect')}</label>
        <select id={dialect} name="dialect">
          {DIALECTS.map((name) => (
            <option key={name} value={name}>
              {t(`account.${name}`)}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="key-scopes">
        <legend>{t('keys.scopes')}</legend>
        {offered.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={USUAL.includes(scope)} />{' '}
            {t(`keys.scope.${scope}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('keys.networks')} help={t('keys.networksHelp')} name="networks" />
      <Field label={t('keys.rate')} help={t('keys.rateHelp')} name="rate" inputMode="numeric" pattern="\d*" />
      <Field label={t('keys.expires')} help={t('keys.expiresHelp')} name="expires" type="date" />
    </>
  )
}
