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
