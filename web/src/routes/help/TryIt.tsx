// A form that makes a call of the API and shows the answer as it is. It takes a key; the page's session is not used.
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiOperation } from '../../../../src/util/index.ts'
import { Field } from '../../components/Field.tsx'
import { base64 } from '../../lib/calls.ts'

/** Whether a call can be made with a form: its parameters are texts, and it changes nothing. */
export function canTry({ path, methods }: ApiOperation): boolean {
  return path.startsWith('/api/') && methods.includes('GET')
}

/** The form of one operation. */
export function TryIt({ operation }: { readonly operation: ApiOperation }) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const values = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value)] as const,
    )
    setAnswer('…')
    callWith(operation.path, values).then(setAnswer, (error: unknown) => setAnswer(String(error)))
  }
  return (
    <form className="try" onSubmit={submit}>
      {operation.parameters.map(({ name }) => (
        <Field
          key={name}
          name={name}
          label={name === 'qbase64' ? t('help.queryEncoded') : name}
          spellCheck={false}
          autoComplete="off"
          type={name === 'key' ? 'password' : 'text'}
        />
      ))}
      <button type="submit">{t('help.call')}</button>
      {answer !== '' && <output className="mono">{answer}</output>}
    </form>
  )
}

async function callWith(path: string, values: readonly (readonly [string, string])[]): Promise<string> {
  const place = (name: string): string => values.find(([one]) => one === name)?.[1] ?? ''
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(place(name)))
  const sent = values
    .filter(([name, value]) => value !== '' && !path.includes(`{${name}}`))
    .map(([name, value]) => [name, name === 'qbase64' ? base64(value) : value])
  const response = await fetch(`${address}?${new URLSearchParams(sent)}`)
  const text = await response.text()
  return `${response.status} ${response.headers.get('server-timing') ?? ''}\n${shown(text)}`
}

function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
