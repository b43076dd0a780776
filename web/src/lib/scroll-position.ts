// The place in a list of results, kept per entry of the browser's history: going back shows it again.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where somebody was on a page. */
interface ScrollPosition {
  readonly top: number
  /** The name of the record that had the focus. */
  readonly focus: string | undefined
}

const NAME = 'periplus.place'
/** More entries of the history than these are forgotten. */
const MOST = 50

const positions = new Map<string, ScrollPosition>(readPositions())

/** Scrolls to the top for a new search and to the place that was left when somebody comes back, once the page is `ready`. */
export function useScrollPosition(ready: boolean): void {
  const { key: entry, pathname, search } = useLocation()
  const key = `${entry} ${pathname}${search}`
  const back = useNavigationType() === 'POP'
  const shown = useRef<string>(undefined)
  const kept = useRef<ScrollPosition>(undefined)
  useLayoutEffect(() => {
    // What happens while the page is built up must not replace it.
    kept.current = positions.get(key)
    return watchPosition(key)
  }, [key])
  useEffect(() => {
    if (shown.current === key || (back && !ready)) return
    const isFirst = shown.current === undefined
    shown.current = key
    if (back && kept.current !== undefined) restore(kept.current)
    else if (!isFirst || !back) window.scrollTo(0, 0)
  }, [key, back, ready])
}

/** Remembers where the page of an entry is scrolled to, and which link was used last. */
function watchPosition(key: string): () => void {
  history.scrollRestoration = 'manual'
  const note = () => {
    positions.delete(key)
    positions.set(key, { top: window.scrollY, focus: focusedLink() })
    for (const old of [...positions.keys()].slice(0, -MOST)) positions.delete(old)
  }
  const leave = () => sessionStorage.setItem(NAME, JSON.stringify([...positions]))
  window.addEventListener('scroll', note, { passive: true })
  document.addEventListener('focusin', note)
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('scroll', note)
    document.removeEventListener('focusin', note)
    window.removeEventListener('pagehide', leave)
  }
}

function restore({ top, focus }: ScrollPosition): void {
  const link = [...document.querySelectorAll<HTMLElement>('a.host-link')].find((one) => nameOf(one) === focus)
  link?.focus({ preventScroll: true })
  window.scrollTo(0, top)
}

function focusedLink(): string | undefined {
  const active = document.activeElement
  return active?.matches('a.host-link') ? nameOf(active) : undefined
}

function nameOf(link: Element): string {
  return link.textContent ?? ''
}

function readPositions(): readonly (readonly [string, ScrollPosition])[] {
  if (typeof sessionStorage === 'undefined') return []
  const kept = sessionStorage.getItem(NAME)
  return kept === null ? [] : (JSON.parse(kept) as [string, ScrollPosition][])
}
