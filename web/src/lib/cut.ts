import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Shorter texts fit in their lines; the place of others is measured. */
const SHORT = 60

/** Whether values inside an element are cut because they take more than their lines; measured when `shown` changes. */
export function useCut<Element extends HTMLElement>(shown: unknown): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null)
  const [cut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides what is cut.
  useLayoutEffect(() => {
    const texts = [...(element.current?.querySelectorAll('.value-text, .host-link, .clamp') ?? [])]
    setCut(
      texts.some(
        ({ textContent, scrollHeight, clientHeight }) =>
          (textContent?.length ?? 0) > SHORT && scrollHeight > clientHeight + 1,
      ),
    )
  }, [shown])
  return [element, cut]
}
