import type { SubmitTaggingAnswer, TaggingTasksAnswer, TaggingTask } from '../../lib/answer-types.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { DropArea } from '../../components/DropArea.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { Prose } from '../../components/Prose.tsx'
import { ProgressBar } from '../../components/ProgressBar.tsx'
import { useDraft } from '../../lib/draft.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import { useSession } from '../../lib/session.ts'
import { countLines, readList } from '../../lib/tagging.ts'
import { upload } from '../../lib/upload.ts'

interface SubmitListProps {
  readonly limits: TaggingTasksAnswer['limits']
  readonly running: TaggingTask | undefined
}

/** A list of addresses: a file dropped, or pasted text. What is refused stays as it was typed. */
export function SubmitList({ limits, running }: SubmitListProps) {
  const { t } = useTranslation()
  const [text, setText] = useDraft('tagging')
  const [fault, setFault] = useState<string>()
  const [name, setName] = useState('')
  const send = useSend()
  const lines = countLines(text)
  const take = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const read = await readList(file, limits.bytes)
    if ('text' in read) {
      setText(read.text)
      setName(file.name)
    }
    const about = { name: visible(file.name), size: printBytes(limits.bytes) }
    setFault('fault' in read ? t(`tagging.fault.${read.fault}`, about) : undefined)
  }
  return (
    <form
      className="list-in"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({ text, name: text === '' ? '' : name })
      }}
    >
      <DropArea hint={t('tagging.drop')} take={(files) => void take(files)}>
        <label htmlFor="addresses" className="hidden">
          {t('tagging.paste')}
        </label>
        <textarea
          id="addresses"
          value={text}
          placeholder={'192.0.2.1\n2001:db8::1'}
          spellCheck={false}
          rows={8}
          onChange={({ target }) => {
            setText(target.value)
            setFault(undefined)
            if (target.value === '') setName('')
          }}
        />
      </DropArea>
      {fault !== undefined && <Notice kind="bad">{fault}</Notice>}
      <FailureNotice error={send.error} />
      <Verdict lines={lines} limits={limits} running={running} />
      <div className="actions">
        <button
          type="submit"
          className="main"
          disabled={send.isPending || lines === 0 || running !== undefined}
        >
          {send.isPending
            ? t('tagging.sending')
            : lines === 0
              ? t('tagging.submitNone')
              : t('tagging.submit', { count: lines })}
        </button>
        {text !== '' && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              setText('')
              setName('')
            }}
          >
            {t('tagging.clear')}
          </button>
        )}
      </div>
      {send.isPending && <ProgressBar label={t('tagging.sending')} share={send.share} />}
    </form>
  )
}

/** What prevents this list, said before it is sent. */
function Verdict({ lines, limits, running }: SubmitListProps & { readonly lines: number }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const left = Math.max(0, limits.daily - limits.used_today)
  if (running !== undefined) {
    return (
      <Notice kind="plain">
        {t('tagging.oneAtATime')}{' '}
        <Link to={`/tagging/${running.id}`}>{t('tagging.watch', { id: running.id })}</Link>
      </Notice>
    )
  }
  if (lines > limits.lines)
    return (
      <Notice kind="bad">{t('tagging.tooMany', { lines: number(lines), most: number(limits.lines) })}</Notice>
    )
  if (lines > left)
    return (
      <Notice kind="bad">
        {t('tagging.overDay', { lines: number(lines), left: number(left) })}{' '}
        {isAdministrator && <Prose text={t('tagging.operatorLimit')} />}
      </Notice>
    )
  return null
}

function useSend() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [share, setShare] = useState(0)
  const sending = useMutation({
    mutationFn: ({ text, name }: { readonly text: string; readonly name: string }) => {
      const body = new FormData()
      body.append('file', new Blob([text]), 'addresses.txt')
      const named = name === '' ? '' : `?${new URLSearchParams({ name })}`
      return upload<SubmitTaggingAnswer>(`tagging${named}`, { body, onShare: setShare })
    },
    onSuccess: async ({ task }) => {
      await client.invalidateQueries({ queryKey: ['tagging'], exact: true })
      await navigate(`/tagging/${task.id}`)
    },
  })
  return { ...sending, share }
}
