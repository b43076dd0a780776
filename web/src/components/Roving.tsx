import { createContext, type KeyboardEvent, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { nextOf } from '../lib/roving.ts'
import './value.css'

const Inside = createContext(false)

/** The `tabIndex` of a control: inside a group of one Tab stop it is reached with the arrow keys. */
export function useTabStop(): -1 | undefined {
  return useContext(Inside) ? -1 : undefined
}

interface RovingProps {
  readonly className: string
  readonly children: ReactNode
}

/** A group of controls that is one Tab stop; the left and right arrow keys lead through it. */
export function Roving({ className, children }: RovingProps) {
  const element = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const all = controlsOf(element.current)
    const stops = all.filter(({ tabIndex }) => tabIndex === 0)
    if (stops.length !== 1) makeStop(all, all.find((control) => control.matches('.host-link')) ?? all[0])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const all = controlsOf(element.current)
    const at = indexOfFocus(all)
    const next = nextOf(event.key, at, all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <Inside.Provider value>
      <fieldset
        ref={element}
        className={`roving ${className}`}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => makeStop(controlsOf(element.current), target)}
      >
        {children}
      </fieldset>
    </Inside.Provider>
  )
}

function indexOfFocus(all: readonly HTMLElement[]): number {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1
}

function controlsOf(element: HTMLElement | null): readonly HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('a[href], button:not([disabled])') ?? [])]
}

function makeStop(all: readonly HTMLElement[], stop: EventTarget | undefined): void {
  for (const control of all) control.tabIndex = control === stop ? 0 : -1
}
