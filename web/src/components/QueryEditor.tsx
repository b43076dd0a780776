import { type ComponentType, useEffect, useRef, useState } from 'react'
import { visibleLines } from '../lib/record.ts'
import type { FindValues } from '../lib/suggest.ts'
import type { CodeEditorProps } from './CodeEditor.tsx'
import './query-editor.css'

/** What the line of a query is given. */
export interface QueryEditorProps {
  readonly label: string
  readonly hint: string
  readonly text: string
  /** Whether it has the focus when the page opens. */
  readonly takesFocus: boolean
  /** Earlier queries, the latest first. */
  readonly history: readonly string[]
  readonly findValues: FindValues
  /** The whole text, and whether its latest part was pasted. */
  readonly onChange: (text: string, pasted: boolean) => void
  readonly onSubmit: (text: string) => void
}

interface Swap {
  readonly Editor: ComponentType<CodeEditorProps>
  readonly focused: boolean
  readonly cursor: number
}

/** The line in which a query is written. It can be used at once, and becomes the coloured one when that has been loaded. */
export function QueryEditor(props: QueryEditorProps) {
  const element = useRef<HTMLTextAreaElement>(null)
  const [swap, setSwap] = useState<Swap>()
  const { takesFocus } = props
  useEffect(() => {
    let gone = false
    if (takesFocus) element.current?.focus({ preventScroll: true })
    void import('./CodeEditor.tsx').then(({ CodeEditor }) => {
      const area = element.current
      if (gone || area === null) return
      const focused = document.activeElement === area
      setSwap({ Editor: CodeEditor, focused, cursor: area.selectionStart })
    })
    return () => {
      gone = true
    }
  }, [takesFocus])
  if (swap !== undefined) return <swap.Editor {...props} focused={swap.focused} cursor={swap.cursor} />
  // The plain line cannot mark what hides or reorders text, so it writes it out.
  const shown = visibleLines(props.text)
  return (
    <div className="editor">
      <textarea
        ref={element}
        rows={1}
        aria-label={props.label}
        placeholder={props.hint}
        spellCheck={false}
        autoCapitalize="off"
        value={shown}
        onChange={({ target, nativeEvent }) =>
          props.onChange(
            target.value,
            nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste',
          )
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          props.onSubmit(event.currentTarget.value === shown ? props.text : event.currentTarget.value)
        }}
      />
    </div>
  )
}
