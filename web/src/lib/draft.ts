import { useEffect, useState } from 'react'

/** A text that survives a reload, a lost session and a look at another page; forgotten with the tab. */
export function useDraft(name: string): readonly [text: string, setText: (text: string) => void] {
  const key = `periplus.draft.${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  useEffect(() => keep(key, text), [key, text])
  return [text, setText]
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
