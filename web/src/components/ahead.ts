import { type ComponentType, useEffect, useState } from 'react'
import { NotLoaded } from './Later.tsx'

/** A component that is loaded after its page, ahead of its use. */
export interface Ahead<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

/**
 * Loads a component and returns it once it is there, until then undefined. React's own way to wait would hold it back for 300 ms
 * once something else has been shown in its place.
 */
export function useAhead<Props>(part: Ahead<Props>): ComponentType<Props> | undefined {
  const [shown, setShown] = useState<ComponentType<Props> | undefined>(() => part.loaded)
  useEffect(() => {
    let gone = false
    const show = (found: ComponentType<Props>) => {
      part.loaded = found
      if (!gone) setShown(() => found)
    }
    part.load().then(show, () => gone || setShown(() => NotLoaded))
    return () => {
      gone = true
    }
  }, [part])
  return shown
}
