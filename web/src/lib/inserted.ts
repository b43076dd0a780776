// A piece of a query that another part of the page puts into the line: it travels with the navigation.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a navigation that brings a piece of a query. */
export function insertion(piece: string): { readonly insert: string } {
  return { insert: piece }
}

/** Takes the piece that came with the navigation, once. */
export function useInserted(take: (piece: string) => void): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(take)
  latest.current = take
  const piece = pieceOf(state)
  useEffect(() => {
    if (piece === undefined) return
    latest.current(piece)
    // Going back must not bring it again.
    void navigate(pathname + search, { replace: true, state: null })
  }, [piece, pathname, search, navigate])
}

function pieceOf(state: unknown): string | undefined {
  const insert = typeof state === 'object' && state !== null && 'insert' in state ? state.insert : undefined
  return typeof insert === 'string' ? insert : undefined
}
