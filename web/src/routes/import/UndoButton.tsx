import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import type { AdminImportAnswer, AdminUndoImportAnswer } from '../../lib/answer-types.ts'

/** Undoes an import: first it counts and shows what would go. */
export function UndoButton({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const preview = useQuery({
    queryKey: ['import-runs', id],
    queryFn: () => call<AdminImportAnswer>('GET', `admin/imports/${id}`),
    enabled: asking,
    gcTime: 0,
  })
  const undo = useMutation({
    mutationFn: () => call<AdminUndoImportAnswer>('POST', `admin/imports/${id}/undo`, {}),
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['import-runs'] })
    },
  })
  if (!asking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {t('import.undo')}
      </button>
    )
  }
  return (
    <div className="ask">
      <Loaded query={preview}>
        {({ records: { alone, shared } }) => (
          <>
            <Notice kind="plain">
              {t('import.undoAsk', { alone: number(alone), shared: number(shared) })}
            </Notice>
            <button type="button" className="main" disabled={undo.isPending} onClick={() => undo.mutate()}>
              {t('import.undoGo')}
            </button>
          </>
        )}
      </Loaded>
      <FailureNotice error={undo.error} />
      <button type="button" onClick={() => setAsking(false)}>
        {t('account.cancel')}
      </button>
    </div>
  )
}
