import { type RefObject, useRef } from 'react'
import { stepFrom, useKeys } from '../../lib/keys.ts'

const NAME = '.host-link'

/** `j` and `k` go to the next and the previous record, Enter opens its host page, `o` its site, `x` the whole record. Returns the element that holds the records. */
export function useRecordKeys<Container extends HTMLElement>(): RefObject<Container | null> {
  const element = useRef<Container>(null)
  const move = (by: 1 | -1) => {
    const names = [...(element.current?.querySelectorAll<HTMLElement>(`a${NAME}`) ?? [])]
    const at = names.findIndex((name) => recordOf(name)?.contains(document.activeElement))
    const next = names[stepFrom(at, names.length, by)]
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  const press = (control: string) => {
    const active = document.activeElement
    if (active && element.current?.contains(active))
      recordOf(active)?.querySelector<HTMLElement>(control)?.click()
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    o: () => press('.site-link'),
    x: () => press('.whole-record'),
  })
  return element
}

function recordOf(element: Element): Element | null {
  return element.closest('.card, tr')
}
