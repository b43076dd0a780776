import { useEffect, useState } from 'react'

/** A text that survives a reload, a lost session and a look at another page; forgotten with the tab. */
export function useDraft(name: string): readonly [text: string, setText: (text: string) => void] {
  const key = `periplus.draft.${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  useEffect(() => keep(key, text), [key, text])
  return [text, setText]
}

/** The same for the fields of a form, by name. */
export function useDraftFields<Fields extends Readonly<Record<string, string>>>(
  name: string,
  empty: Fields,
): readonly [fields: Fields, setFields: (fields: Fields) => void] {
  const [text, setText] = useDraft(name)
  const fields = text === '' ? empty : { ...empty, ...(JSON.parse(text) as Partial<Fields>) }
  return [fields, (next) => setText(JSON.stringify(next))]
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing more still shows what is typed.
    sessionStorage.removeItem(key)
  }
}
