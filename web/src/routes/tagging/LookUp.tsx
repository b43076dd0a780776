import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { useDraft } from '../../lib/draft.ts'
import { EntryView } from './EntryView.tsx'
import type { IpTagsLookupAnswer } from '../../lib/answer-types.ts'

/** One address, at once. */
export function LookUp() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [ip, setIp] = useDraft('look-up')
  const looking = useMutation({
    mutationFn: () => call<IpTagsLookupAnswer>('POST', 'tagging/look-up', { ip }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tagging'], exact: true }),
  })
  return (
    <section className="look-up" aria-label={t('tagging.one')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          looking.mutate()
        }}
      >
        <Field
          label={t('tagging.one')}
          help={t('tagging.oneHelp')}
          value={ip}
          autoComplete="off"
          spellCheck={false}
          placeholder="192.0.2.1"
          required
          onChange={({ target }) => setIp(target.value)}
        />
        <button type="submit" disabled={looking.isPending}>
          {t('tagging.lookUp')}
        </button>
      </form>
      <FailureNotice error={looking.error} />
      {looking.data && <EntryView entry={looking.data.entry} sources={looking.data.sources} whole />}
    </section>
  )
}
