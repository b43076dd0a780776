import {
  autocompletion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  placeholder,
  tooltips,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { visible } from '../../../src/util/index.ts'
import { colours } from '../lib/colours.ts'
import { Recall } from '../lib/recall.ts'
import { createSuggest } from '../lib/suggest.ts'
import type { QueryEditorProps } from './QueryEditor.tsx'

/** What the coloured line is given when it takes the plain one's place. */
export interface CodeEditorProps extends QueryEditorProps {
  readonly focused: boolean
  readonly cursor: number
}

/** As `visible` has them; a tab has a width. */
const HIDDEN = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * What elements state themselves and the page states otherwise: the editor the place of the list of completions, and browsers, when the
 * whole text is replaced, the colour that its first word had.
 */
const OVERRIDES = EditorView.theme({
  '.cm-tooltip.across': { left: '0 !important', width: '100%' },
  '.cm-line': { color: 'inherit !important' },
})

/** Whether the conditions of an answer follow the line. */
function isAboveAnswer(editor: Element): boolean {
  return editor.closest('search')?.nextElementSibling?.matches('.chips') === true
}

type Texts = Pick<QueryEditorProps, 'label' | 'hint'>

/** Where the cursor is at first, and whether the line has the focus. */
interface Begin {
  readonly cursor: number
  readonly focused: boolean
}

type Live = React.RefObject<QueryEditorProps>

/** The line of a query: coloured, completed, sent with Enter; ↑ brings earlier ones. It grows with its text. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, hint, text } = props
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const live: Live = useRef<QueryEditorProps>(props)
  live.current = props
  const begin = useRef<Begin>({ cursor: props.cursor, focused: props.focused })
  useEffect(() => {
    if (element.current === null) return
    const editor = new EditorView({
      parent: element.current,
      // In another language it is made anew and goes on with what is there.
      state: createState(element.current, begin.current, { label, hint }, live),
    })
    view.current = editor
    if (begin.current.focused) editor.focus()
    return () => {
      begin.current = { cursor: editor.state.selection.main.head, focused: editor.hasFocus }
      editor.destroy()
    }
  }, [label, hint])
  useEffect(() => {
    const editor = view.current
    if (editor !== null && editor.state.doc.toString() !== text) replaceText(editor, text)
  }, [text])
  return <div className="editor" ref={element} />
}

function replaceText(editor: EditorView, text: string): void {
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: text.length },
    scrollIntoView: true,
  })
}

function createState(parent: Element, begin: Begin, { label, hint }: Texts, live: Live): EditorState {
  const { text } = live.current
  return EditorState.create({
    doc: text,
    selection: { anchor: Math.min(begin.cursor, text.length) },
    extensions: [
      history(),
      autocompletion({
        override: [completer(live)],
        icons: false,
        selectOnOpen: false,
        tooltipClass: () => (isAboveAnswer(parent) ? 'query-options across' : 'query-options'),
      }),
      keymap.of([...completionKeymap, ...lineKeys(live), ...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      tooltips({ position: 'absolute' }),
      highlightSpecialChars({
        specialChars: HIDDEN,
        render: (code) => writtenOut(String.fromCodePoint(code)),
      }),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
      placeholder(hint),
      colours,
      OVERRIDES,
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (!docChanged) return
        const pasted = transactions.some((change) => change.isUserEvent('input.paste'))
        live.current.onChange(state.doc.toString(), pasted)
      }),
    ],
  })
}

/** A character that hides or reorders text, as its escape. */
function writtenOut(character: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'q-hidden'
  element.textContent = visible(character)
  return element
}

function completer(live: Live) {
  const suggest = createSuggest(
    (field, prefix, signal) => live.current.findValues(field, prefix, signal),
    (count) => count.toLocaleString(document.documentElement.lang),
  )
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const gone = new AbortController()
    context.addEventListener('abort', () => gone.abort(), { onDocChange: true })
    const { state, pos, explicit } = context
    return suggest(state.doc.toString(), pos, explicit, gone.signal)
  }
}

function lineKeys(live: Live): readonly KeyBinding[] {
  const recall = new Recall()
  const bring = (editor: EditorView, back: boolean) => {
    const text = recall.move(live.current.history, editor.state.doc.toString(), back)
    if (text === undefined) return false
    replaceText(editor, text)
    return true
  }
  return [
    {
      key: 'Enter',
      run: (editor) => {
        recall.end()
        live.current.onSubmit(editor.state.doc.toString())
        return true
      },
    },
    { key: 'ArrowUp', run: (editor) => atEdge(editor, false) && bring(editor, true) },
    { key: 'ArrowDown', run: (editor) => atEdge(editor, true) && bring(editor, false) },
    {
      key: 'Escape',
      run: (editor) => {
        editor.contentDOM.blur()
        return true
      },
    },
  ]
}

/** Whether the cursor is on the first line as it is shown, or on the last. */
function atEdge(editor: EditorView, forward: boolean): boolean {
  const { main } = editor.state.selection
  const next = editor.moveVertically(main, forward)
  const [here, there] = [editor.coordsAtPos(main.head), editor.coordsAtPos(next.head)]
  return here === null || there === null || Math.abs(here.top - there.top) < 2
}
