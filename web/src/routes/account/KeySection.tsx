import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { Table } from '../../components/Table.tsx'
import type { KeysAnswer, NamedKey, RevealKeysAnswer, RotateKeyAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const QUERY = ['keys']
const ALL_SCOPES = 5

/** What is open over the page. */
type Open =
  | { readonly kind: 'none' | 'reveal' | 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly key: NamedKey }

const CLOSED: Open = { kind: 'none' }

/** The keys of the account: what each may do, when it was used; created, shown and rotated with the password. */
export function KeySection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [open, setOpen] = useState(CLOSED)
  const query = useQuery({
    queryKey: QUERY,
    queryFn: async () => (await call<KeysAnswer>('GET', 'account/keys')).keys,
  })
  const close = () => {
    setOpen(CLOSED)
    void client.invalidateQueries({ queryKey: QUERY })
  }
  return (
    <section>
      <h2>{t('keys.title')}</h2>
      <div>
        <p className="quiet">{t('keys.help')}</p>
        <Loaded query={query}>{(keys) => <KeyTable keys={keys} open={setOpen} />}</Loaded>
        <div className="key-actions">
          <button type="button" onClick={() => setOpen({ kind: 'reveal' })}>
            {t('keys.show')}
          </button>
          <button type="button" onClick={() => setOpen({ kind: 'create' })}>
            {t('keys.create')}
          </button>
        </div>
        <OpenDialog open={open} close={close} />
      </div>
    </section>
  )
}

function OpenDialog({ open, close }: { readonly open: Open; readonly close: () => void }) {
  const { t } = useTranslation()
  switch (open.kind) {
    case 'none':
      return null
    case 'create':
      return <NewKeyDialog close={close} />
    case 'reveal':
      return (
        <PasswordDialog
          title={t('keys.show')}
          help={t('keys.showHelp')}
          action={t('account.show')}
          close={close}
          submit={async (password) =>
            (await call<RevealKeysAnswer>('POST', 'account/keys/reveal', { password })).keys
          }
        />
      )
    case 'revoke':
      return <RevokeDialog of={open.key} close={close} />
    case 'rotate':
      return (
        <PasswordDialog
          title={t('keys.rotateOne', { name: open.key.name })}
          help={t('account.rotateAsk')}
          action={t('account.rotateGo')}
          close={close}
          submit={async (password) => {
            const { id, name, dialect } = open.key
            const { key } = await call<RotateKeyAnswer>('POST', `account/keys/${id}/rotate`, { password })
            return [{ name, dialect, key }]
          }}
        />
      )
  }
}

/** Asks once before a key is revoked. */
function RevokeDialog({ of, close }: { readonly of: NamedKey; readonly close: () => void }) {
  const { t } = useTranslation()
  const revoke = useMutation({
    mutationFn: () => call('DELETE', `account/keys/${of.id}`),
    onSuccess: close,
  })
  return (
    <Dialog title={t('keys.revokeOne', { name: of.name })} close={close}>
      <p>{t('keys.revokeAsk', { name: of.name })}</p>
      <FailureNotice error={revoke.error} />
      <button type="button" className="main" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
        {t('keys.revokeGo')}
      </button>
    </Dialog>
  )
}

interface KeyTableProps {
  readonly keys: readonly NamedKey[]
  readonly open: (open: Open) => void
}

function KeyTable({ keys, open }: KeyTableProps) {
  const { t } = useTranslation()
  const heads = (['name', 'start', 'dialect', 'scopes', 'bounds', 'used', 'actions'] as const).map((name) =>
    t(`keys.${name}`),
  )
  return (
    <Table label={t('keys.title')} heads={heads}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td>{key.id === 0 ? t('keys.first') : key.name}</td>
          <td className="mono">{key.start}…</td>
          <td>{t(`account.${key.dialect}`)}</td>
          <td className="free">
            <Scopes of={key} />
          </td>
          <td className="free">
            <Bounds of={key} />
          </td>
          <td>
            {key.used_at?.slice(0, 16) ?? t('keys.never')}
            {key.used_from !== null && <small className="mono"> {key.used_from}</small>}
          </td>
          <td>
            <button type="button" className="plain" onClick={() => open({ kind: 'rotate', key })}>
              {t('keys.rotate')}
            </button>{' '}
            {key.id !== 0 && (
              <button type="button" className="plain" onClick={() => open({ kind: 'revoke', key })}>
                {t('keys.revoke')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** What a key may be used for. */
function Scopes({ of }: { readonly of: NamedKey }) {
  const { t } = useTranslation()
  const names = of.scopes.map((scope) => t(`keys.scope.${scope}`))
  return <>{names.length === ALL_SCOPES ? t('keys.all') : names.join(t('part.comma'))}</>
}

/** Until when, how often and from where a key works. */
function Bounds({ of }: { readonly of: NamedKey }) {
  const { t } = useTranslation()
  const { expires_at, rate, networks } = of
  const parts = [
    ...(expires_at === null ? [] : [t('keys.until', { time: expires_at.slice(0, 16) })]),
    ...(rate === 0 ? [] : [t('keys.perMinute', { count: rate })]),
    ...networks,
  ]
  return <>{parts.length === 0 ? t('keys.unbounded') : parts.join(t('part.comma'))}</>
}
