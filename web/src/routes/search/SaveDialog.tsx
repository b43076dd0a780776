import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { useSavedSearches } from '../../lib/queries.ts'
import type { ToolProps } from './Tools.tsx'

/** Keeps the search under a name, in place of the one that has it. */
export function SaveDialog({ asked, close }: ToolProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { query, full } = asked
  const taken = useSavedSearches().data?.searches.map(({ name }) => name) ?? []
  const saving = useMutation({
    mutationFn: (name: string) => call('POST', 'searches', { name, query, full }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['searches'] })
      close()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(String(new FormData(event.currentTarget).get('name') ?? ''))
  }
  return (
    <Dialog title={t('save.title')} close={close}>
      <form className="form" onSubmit={submit}>
        <p className="mono shown-query">{visible(query)}</p>
        <Field
          label={t('save.name')}
          name="name"
          maxLength={80}
          defaultValue={query.slice(0, 80)}
          help={t('save.help')}
          list="saved-names"
          required
        />
        <datalist id="saved-names">
          {taken.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FailureNotice error={saving.error} />
        <div className="dialog-end">
          <button type="button" onClick={close}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="main" disabled={saving.isPending}>
            {t('save.go')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
