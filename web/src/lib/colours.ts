import { type Extension, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { checkQuery, tokens } from '../../../src/query/index.ts'
import { onRe2 } from './re2.ts'

const again = StateEffect.define<null>()

/** Colours the pieces of a query, and underlines what is wrong with it. */
export const colours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    readonly destroy: () => void

    constructor(view: EditorView) {
      this.decorations = decorate(view)
      this.destroy = onRe2(() => view.dispatch({ effects: again.of(null) }))
    }

    update(update: ViewUpdate): void {
      const asked = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(again)))
      if (update.docChanged || asked) this.decorations = decorate(update.view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function decorate(view: EditorView): DecorationSet {
  const text = view.state.doc.toString()
  const pieces = tokens(text).map(({ class: name, span }) =>
    Decoration.mark({ class: `q-${name}` }).range(span.start, span.end),
  )
  return Decoration.set([...pieces, ...underline(text)], true)
}

function underline(text: string) {
  const span = text.trim() === '' ? undefined : checkQuery(text)?.span
  if (span === undefined) return []
  // What is missing at the end is shown at the last character.
  const start = Math.min(span.start, text.length - 1)
  const end = Math.min(Math.max(span.end, start + 1), text.length)
  return [Decoration.mark({ class: 'q-wrong' }).range(start, end)]
}
