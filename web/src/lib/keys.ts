import { useEffect, useRef } from 'react'

/** What single keys do on a page, by the key as the browser names it. */
type Keys = Readonly<Record<string, () => void>>

const NAME = 'periplus.keys'

/** Whether shortcuts of a single character work in this browser; speech input and slips of the hand press them by accident. */
export function readSingleKeys(): boolean {
  return localStorage.getItem(NAME) !== 'off'
}

/** Turns shortcuts of a single character on or off. */
export function keepSingleKeys(on: boolean): void {
  localStorage.setItem(NAME, on ? 'on' : 'off')
}

/** Runs what a key does, unless somebody is writing, a dialog is open, or single characters are turned off. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (run === undefined || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
      if (event.key.length === 1 && !readSingleKeys()) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Runs on Ctrl+K, or Cmd+K, also while somebody is writing, unless a dialog is open. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isAsked || event.altKey || event.shiftKey || document.querySelector('dialog[open]') !== null)
        return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const writing =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')
  return defaultPrevented || Boolean(writing) || document.querySelector('dialog[open]') !== null
}

/** The place in a list of `count` to which a step leads from `at`, which is -1 outside of it; it ends at both ends. */
export function stepFrom(at: number, count: number, by: 1 | -1): number {
  return at < 0 ? 0 : Math.min(count - 1, Math.max(0, at + by))
}
