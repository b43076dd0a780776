import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileChoice } from '../../components/FileChoice.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { figure, Table } from '../../components/Table.tsx'
import { call, callText } from '../../lib/api.ts'
import type { KeepListAnswer, StoredList, StoredListsAnswer } from '../../lib/answer-types.ts'
import { useFigures } from '../../lib/figure.ts'
import { upload } from '../../lib/upload.ts'

/** A list as it is being written. */
interface Draft {
  readonly name: string
  readonly elements: string
}

const EMPTY: Draft = { name: '', elements: '' }
const LISTS = ['lists']

/** The lists of the account that queries name: made, looked at, replaced and removed. */
export function ListSection() {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(EMPTY)
  const lists = useQuery({ queryKey: LISTS, queryFn: () => call<StoredListsAnswer>('GET', 'lists') })
  return (
    <section>
      <h2>{t('lists.title')}</h2>
      <div>
        <p className="quiet">{t('lists.help')}</p>
        <FailureNotice error={lists.error} retry={() => void lists.refetch()} />
        {lists.data !== undefined && lists.data.lists.length > 0 && (
          <ListTable lists={lists.data.lists} open={setDraft} />
        )}
        <ListForm draft={draft} change={setDraft} />
      </div>
    </section>
  )
}

interface ListTableProps {
  readonly lists: readonly StoredList[]
  readonly open: (draft: Draft) => void
}

function ListTable({ lists, open }: ListTableProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const heads = [t('lists.name'), figure(t('lists.elements')), t('lists.changed'), t('lists.actions')]
  const show = useMutation({
    mutationFn: async (name: string) => ({ name, elements: await callText(pathOf(name)) }),
    onSuccess: open,
  })
  const remove = useMutation({
    mutationFn: (name: string) => call('DELETE', pathOf(name)),
    onSuccess: () => client.invalidateQueries({ queryKey: LISTS }),
  })
  return (
    <>
      <Table label={t('lists.title')} heads={heads}>
        {lists.map(({ name, elements, changed_at }) => (
          <tr key={name}>
            <td className="mono">@{name}</td>
            <td className="number">{number(elements)}</td>
            <td>{changed_at}</td>
            <td>
              <button
                type="button"
                className="plain"
                aria-label={t('lists.openOne', { name })}
                onClick={() => show.mutate(name)}
              >
                {t('lists.open')}
              </button>{' '}
              <button
                type="button"
                className="plain"
                aria-label={t('lists.removeOne', { name })}
                onClick={() => remove.mutate(name)}
              >
                {t('lists.remove')}
              </button>
            </td>
          </tr>
        ))}
      </Table>
      <FailureNotice error={show.error ?? remove.error} />
    </>
  )
}

interface ListFormProps {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
}

function ListForm({ draft, change }: ListFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, elements, file] = [useId(), useId(), useId()]
  const keep = useMutation({
    mutationFn: (list: Draft) =>
      upload<KeepListAnswer>(pathOf(bare(list.name)), { body: new Blob([list.elements]) }),
    onSuccess: async () => {
      change(EMPTY)
      await client.invalidateQueries({ queryKey: LISTS })
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!keep.isPending) keep.mutate(draft)
  }
  const read = async (chosen: File | undefined) => {
    if (chosen !== undefined) change({ ...draft, elements: await chosen.text() })
  }
  return (
    <form className="form" aria-label={t('lists.form')} onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor={name}>{t('lists.name')}</label>
        <input
          id={name}
          value={draft.name}
          required
          onChange={({ target }) => change({ ...draft, name: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={elements}>{t('lists.content')}</label>
        <textarea
          id={elements}
          className="mono"
          rows={6}
          required
          spellCheck={false}
          value={draft.elements}
          onChange={({ target }) => change({ ...draft, elements: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={file}>{t('lists.file')}</label>
        <FileChoice id={file} accept=".txt,.csv,text/plain" take={(chosen) => void read(chosen)} />
      </div>
      <button type="submit" disabled={keep.isPending}>
        {t('lists.keep')}
      </button>
      <FailureNotice error={keep.error} />
      {keep.isSuccess && (
        <Notice kind="good">
          {t('lists.kept', { name: keep.data.list.name, count: keep.data.list.elements })}
        </Notice>
      )}
    </form>
  )
}

const bare = (name: string): string => name.trim().replace(/^@/, '')
const pathOf = (name: string): string => `lists/${encodeURIComponent(name)}`
