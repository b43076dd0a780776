import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { watchForm } from '../lib/saved-form.ts'
import { FailureNotice, Notice } from './Notice.tsx'
import './parts.css'

/** Reads a field of a form by its name; empty where there is none. */
export type FieldValue = (name: string) => string

interface SmallFormProps {
  readonly label: string
  readonly action: string
  readonly children: ReactNode
  /** Gets the fields; its result is what is said when it went well. It must not wait for what is shown elsewhere: fields are emptied after it. */
  readonly submit: (value: FieldValue) => Promise<ReactNode>
  /** Whether the fields are emptied when it went well. */
  readonly empties?: boolean
}

/** A form in one line; what was typed stays when it fails, and when the session has ended meanwhile. */
export function SmallForm({ label, action, children, submit, empties = false }: SmallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (form.current !== null) return watchForm(`${pathname} ${label}`, form.current)
  }, [pathname, label])
  const sending = useMutation({
    mutationFn: (form: HTMLFormElement) => {
      const data = new FormData(form)
      return submit((name) => String(data.get(name) ?? ''))
    },
    onSuccess: (_, form) => {
      if (empties) form.reset()
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(event.currentTarget)
  }
  return (
    <form ref={form} className="small-form" aria-label={label} onSubmit={onSubmit}>
      {children}
      <button type="submit" disabled={sending.isPending}>
        {action}
      </button>
      <FailureNotice error={sending.error} />
      {sending.isSuccess && sending.data !== undefined && sending.data !== null && (
        <Notice kind="good">{sending.data}</Notice>
      )}
    </form>
  )
}

type SmallFieldProps = Readonly<InputHTMLAttributes<HTMLInputElement>> & {
  readonly label: string
  readonly size?: never
  readonly shape?: 'wide' | 'short'
}

/** An input of a small form with its label above. */
export function SmallField({ label, shape, ...input }: SmallFieldProps) {
  const id = useId()
  return (
    <div className={`field ${shape ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} />
    </div>
  )
}

interface SmallChoiceProps {
  readonly label: string
  readonly name: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly initial?: string
}

/** A choice of a small form with its label above. */
export function SmallChoice({ label, name, options, initial }: SmallChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={initial}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
