import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from './Notice.tsx'

interface AuthFormProps {
  readonly title: string
  readonly action: string
  readonly children: ReactNode
  readonly below?: ReactNode
  /** Gets the values of the fields by name. */
  readonly submit: (value: (name: string) => string) => Promise<void>
}

/** A form on a page of its own; what was typed stays when it fails. */
export function AuthForm({ title, action, children, below, submit }: AuthFormProps) {
  const { t } = useTranslation()
  const sending = useMutation({
    mutationFn: (data: FormData) => submit((name) => String(data.get(name) ?? '')),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className="form narrow" onSubmit={onSubmit}>
      <h1>{title}</h1>
      {children}
      <FailureNotice error={sending.error} />
      <button type="submit" className="main" disabled={sending.isPending}>
        {sending.isPending ? t('form.working') : action}
      </button>
      {below}
    </form>
  )
}
