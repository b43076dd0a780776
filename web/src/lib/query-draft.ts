import { useEffect, useRef, useState } from 'react'

const NAME = 'periplus.draft.query'

interface Draft {
  readonly asked: string
  readonly text: string
}

/** The text in the line of the query: what was asked, or what was written over it and not sent yet, also after a reload. */
export function useQueryDraft(asked: string): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(asked) ?? asked)
  const shown = useRef(asked)
  useEffect(() => {
    if (shown.current === asked) return
    shown.current = asked
    setText(asked)
  }, [asked])
  useEffect(() => keepDraft({ asked, text }), [asked, text])
  return [text, setText]
}

function readDraft(asked: string): string | undefined {
  const kept = sessionStorage.getItem(NAME)
  if (kept === null) return undefined
  const draft = JSON.parse(kept) as Draft
  return draft.asked === asked ? draft.text : undefined
}

function keepDraft(draft: Draft): void {
  try {
    if (draft.text === draft.asked) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing more still shows what is typed.
    sessionStorage.removeItem(NAME)
  }
}
