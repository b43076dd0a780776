import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The longest time for which parts that have arrived wait for the others, in milliseconds. */
const MOST_MS = 1500

/** Whether all parts of a page that ask for their content have it, or have waited long enough; it stays true. */
export function useSettled(): boolean {
  const client = useQueryClient()
  const fetching = useIsFetching()
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    // Asked anew: parts start to fetch after the number was read.
    if (fetching === 0 && client.isFetching() === 0) setSettled(true)
  }, [client, fetching])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), MOST_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
