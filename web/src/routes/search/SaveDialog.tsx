import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { call } from '../../lib/api.ts'
import { useSavedSearches } from '../../lib/queries.ts'

interface SaveDialogProps {
  readonly asked: Pick<SearchAddress, 'query' | 'full'>
  /** The suggested name; the query where it is absent. */
  readonly name?: string
  readonly close: () => void
}

/** Saves the search under a name, in place of the one that has it. */
export function SaveDialog({ asked, name: suggested, close }: SaveDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { query, full } = asked
  const taken = useSavedSearches().data?.searches.map(({ name }) => name) ?? []
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      // Without the box, a replaced search stays shared or not.
      const sharing = form.has('shared') ? { shared: true } : {}
      return call('POST', 'searches', { name: String(form.get('name') ?? ''), query, full, ...sharing })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['searches'] })
      close()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={t('save.title')} close={close}>
      <form className="form" onSubmit={submit}>
        <p className="mono shown-query">{visible(query)}</p>
        <Field
          label={t('save.name')}
          name="name"
          maxLength={80}
          defaultValue={suggested ?? query.slice(0, 80)}
          help={t('save.help')}
          list="saved-names"
          required
        />
        <datalist id="saved-names">
          {taken.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label className="choice">
          <input type="checkbox" name="shared" />
          {t('save.share')}
        </label>
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
