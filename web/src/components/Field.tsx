import { type InputHTMLAttributes, useId } from 'react'
import { useTranslation } from 'react-i18next'

type FieldProps = Readonly<InputHTMLAttributes<HTMLInputElement>> & {
  readonly label: string
  readonly help?: string
}

/** An input with its label above and a sentence below. */
export function Field({ label, help, ...input }: FieldProps) {
  const id = useId()
  const helpId = `${id}-help`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...(help !== undefined && { 'aria-describedby': helpId })} {...input} />
      {help !== undefined && <small id={helpId}>{help}</small>}
    </div>
  )
}

/** A password that is chosen, with what is asked of it. */
export function NewPassword({ label }: { readonly label: string }) {
  const help = useTranslation().t('form.passwordHelp')
  const kind = { type: 'password', autoComplete: 'new-password' }
  return <Field label={label} name="password" {...kind} help={help} required />
}
