import { type InputHTMLAttributes, useId } from 'react'

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
