import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { suggest } from '../lib/suggest.ts'
import { colours } from '../lib/colours.ts'

interface QueryEditorProps {
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSubmit: (text: string) => void
}

/** The line in which a query is written: coloured, completed, sent with Enter. It grows with its text. */
export function QueryEditor({ label, hint, text, onChange, onSubmit }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const listeners = useRef({ onChange, onSubmit })
  listeners.current = { onChange, onSubmit }
  const first = useRef(text)
  useEffect(() => {
    if (place.current === null) return
    const editor = new EditorView({
      parent: place.current,
      state: createState(first.current, label, hint, listeners),
    })
    view.current = editor
    editor.focus()
    return () => editor.destroy()
  }, [label, hint])
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === text) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      selection: { anchor: text.length },
    })
  }, [text])
  return <div className="editor" ref={place} />
}

type Listeners = React.RefObject<Pick<QueryEditorProps, 'onChange' | 'onSubmit'>>

function createState(text: string, label: string, hint: string, listeners: Listeners): EditorState {
  const send = (editor: EditorView) => {
    listeners.current.onSubmit(editor.state.doc.toString())
    return true
  }
  return EditorState.create({
    doc: text,
    selection: { anchor: text.length },
    extensions: [
      history(),
      autocompletion({ override: [completeAt], icons: false, selectOnOpen: false }),
      keymap.of([...completionKeymap, { key: 'Enter', run: send }, ...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
      placeholder(hint),
      colours,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) listeners.current.onChange(state.doc.toString())
      }),
    ],
  })
}

function completeAt({ state, pos, explicit }: CompletionContext) {
  return suggest(state.doc.toString(), pos, explicit)
}
