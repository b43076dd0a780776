import { useEffect } from 'react'
import { visible } from '../../../src/util/index.ts'

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Periplus' : `${visible(title)} · Periplus`
  }, [title])
}
