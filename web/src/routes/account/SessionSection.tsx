import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { Table } from '../../components/Table.tsx'
import type { OwnSessionsAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'

const QUERY = ['sessions']

/** Where the account is signed in, and the end of each of these sessions but the own one. */
export function SessionSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: QUERY,
    queryFn: async () => (await call<OwnSessionsAnswer>('GET', 'account/sessions')).sessions,
  })
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE', `account/sessions/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: QUERY }),
  })
  return (
    <section>
      <h2>{t('account.sessions')}</h2>
      <div>
        <FailureNotice error={end.error} />
        <Loaded query={query}>
          {(sessions) => (
            <Table
              label={t('account.sessions')}
              heads={[
                t('account.sessionSeen'),
                t('account.sessionStarted'),
                t('admin.address'),
                t('account.sessionEnd'),
              ]}
            >
              {sessions.map(({ id, seen_at, created_at, address, current }) => (
                <tr key={id}>
                  <td className="day">{seen_at}</td>
                  <td className="day">{created_at}</td>
                  <td className="mono">{visible(address ?? '')}</td>
                  <td>
                    {current ? (
                      t('account.sessionCurrent')
                    ) : (
                      <button type="button" disabled={end.isPending} onClick={() => end.mutate(id)}>
                        {t('account.sessionEnd')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      </div>
    </section>
  )
}
