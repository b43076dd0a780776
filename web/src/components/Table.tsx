import type { ReactNode } from 'react'

// What scrolls must be reachable with the keyboard, or whoever has no other way does not see its end.
const REACHABLE = { tabIndex: 0 } as const

/** A place for what may be wider than the page; it scrolls by itself. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className="scroll" aria-label={label} {...REACHABLE}>
      {children}
    </section>
  )
}

/** The head of a column; figures are at the right. */
type Head = string | { readonly figure: string }

/** The head of a column of figures. */
export const figure = (text: string): Head => ({ figure: text })

interface TableProps {
  readonly label: string
  readonly heads: readonly Head[]
  readonly look?: string
  /** The rows. */
  readonly children: ReactNode
}

/** A table that scrolls by itself where it is wider than the page. */
export function Table({ label, heads, look = 'list', children }: TableProps) {
  return (
    <Scroll label={label}>
      <table className={look}>
        <thead>
          <tr>
            {heads.map((head) => {
              const text = typeof head === 'string' ? head : head.figure
              return (
                <th key={text} scope="col" className={typeof head === 'string' ? '' : 'number'}>
                  {text}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  )
}
