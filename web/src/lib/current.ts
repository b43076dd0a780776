import { useEffect, useRef } from 'react'

/** For a row of links that scrolls sideways: brings the one that leads to the page shown into view. */
export function useScrollToCurrent(): React.RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const row = element.current
    const link = row?.querySelector<HTMLElement>('[aria-current]') ?? null
    if (row === null || link === null || link === shown.current) return
    shown.current = link
    // Sideways only: the page itself stays where it is.
    const middle = link.offsetLeft + link.offsetWidth / 2 - row.offsetLeft
    row.scrollLeft = middle - row.clientWidth / 2
  })
  return element
}
