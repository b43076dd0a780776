import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { CurrentPassword } from '../../components/CurrentPassword.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { Table } from '../../components/Table.tsx'
import type { PasskeysAnswer, SecondFactorAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { addPasskey } from '../../lib/passkey.ts'

const QUERY = ['passkeys']

/** The passkeys of the account: added with the password, and removed. */
export function PasskeySection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery({
    queryKey: QUERY,
    queryFn: async () => (await call<PasskeysAnswer>('GET', 'account/passkeys')).passkeys,
  })
  const refresh = () => client.invalidateQueries({ queryKey: QUERY })
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE', `account/passkeys/${id}`),
    onSuccess: refresh,
  })
  return (
    <section>
      <h2>{t('passkey.title')}</h2>
      <div>
        <p className="quiet">{t('passkey.help')}</p>
        <FailureNotice error={remove.error} />
        <Loaded query={query}>
          {(passkeys) => (
            <PasskeyTable passkeys={passkeys} remove={remove.isPending ? undefined : remove.mutate} />
          )}
        </Loaded>
        {hasPasskeys() ? (
          <button type="button" onClick={() => setIsAdding(true)}>
            {t('passkey.add')}
          </button>
        ) : (
          <NoPasskeys />
        )}
        {isAdding && (
          <PasskeyDialog
            close={() => {
              setIsAdding(false)
              void refresh()
            }}
          />
        )}
      </div>
    </section>
  )
}

interface PasskeyTableProps {
  readonly passkeys: PasskeysAnswer['passkeys']
  /** Undefined while one is being removed. */
  readonly remove: ((id: number) => void) | undefined
}

function PasskeyTable({ passkeys, remove }: PasskeyTableProps) {
  const { t } = useTranslation()
  if (passkeys.length === 0) return null
  const heads = [t('passkey.name'), t('passkey.created'), t('passkey.used'), t('passkey.remove')]
  return (
    <Table label={t('passkey.title')} heads={heads}>
      {passkeys.map(({ id, name, synced, created_at, used_at }) => (
        <tr key={id}>
          <td>
            {visible(name)} {synced && <small className="quiet">{t('passkey.synced')}</small>}
          </td>
          <td className="day">{created_at}</td>
          <td className="day">{used_at ?? t('passkey.never')}</td>
          <td>
            <button
              type="button"
              disabled={remove === undefined}
              onClick={() => remove?.(id)}
              aria-label={t('passkey.removeOne', { name: visible(name) })}
            >
              {t('passkey.remove')}
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Why there are none here, and where there are. */
function NoPasskeys() {
  const { t } = useTranslation()
  const { hostname, port } = location
  const isOwnMachine = /^127\.|^\[::1\]$/.test(hostname)
  const here = `http://localhost:${port}/account`
  return (
    <p>
      {t('passkey.none')} {isOwnMachine && <a href={here}>{here}</a>}
    </p>
  )
}

function PasskeyDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation()
  const factor = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => call<SecondFactorAnswer>('GET', 'account/second-factor'),
  })
  const adding = useMutation({
    mutationFn: (form: FormData) => {
      const value = (name: string) => String(form.get(name) ?? '')
      const proof = { password: value('current'), code: value('code') }
      return addPasskey(proof, value('name'), t('passkey.notCreated'))
    },
    onSuccess: close,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!adding.isPending) adding.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={t('passkey.add')} close={close}>
      <form className="form" onSubmit={onSubmit}>
        <p className="quiet">{t('passkey.addHelp')}</p>
        <Field label={t('passkey.name')} name="name" maxLength={100} autoComplete="off" required />
        <CurrentPassword />
        {factor.data?.enabled === true && (
          <Field label={t('factor.anyCode')} name="code" autoComplete="one-time-code" required />
        )}
        <FailureNotice error={adding.error} />
        <button type="submit" className="main" disabled={adding.isPending}>
          {t('factor.next')}
        </button>
      </form>
    </Dialog>
  )
}
