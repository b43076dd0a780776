// Files that were handed in together are sent one after the other, each when the import before it has ended.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importAddress } from '../../lib/import.ts'
import { upload } from '../../lib/upload.ts'
import type { ImportJob } from '../../lib/answer-types.ts'

/** A file, and what is stated about it. */
interface Waiting {
  readonly file: File
  readonly stated: Readonly<Record<string, string>>
}

/** The files that wait, at first those `handed` from another page, and the one that is sent. `busy` holds the next one back. */
export function useQueue(busy: boolean, handed: readonly Waiting[]) {
  const client = useQueryClient()
  const [files, setFiles] = useState(handed)
  const [sending, setSending] = useState<File>()
  const [share, setShare] = useState(0)
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(null)
  const [next] = files
  useEffect(() => {
    if (next === undefined || sending !== undefined || busy || error !== undefined) return
    const control = new AbortController()
    abort.current = control
    setSending(next.file)
    setShare(0)
    upload<ImportJob>(importAddress(next.file, next.stated), {
      body: next.file,
      onShare: setShare,
      signal: control.signal,
    })
      .catch((failure: unknown) => {
        if (!control.signal.aborted) throw failure
      })
      .then(async () => {
        await client.invalidateQueries({ queryKey: ['imports'] })
        setFiles((all) => all.slice(1))
      })
      .catch(setError)
      .finally(() => setSending(undefined))
  }, [next, sending, busy, error, client])
  return {
    sending,
    share,
    error,
    waiting: files.length - (sending === undefined ? 0 : 1),
    add: (more: readonly Waiting[]) => {
      // What failed is not tried again by itself; another choice takes its place.
      setFiles((all) => [...(error === undefined ? all : all.slice(1)), ...more])
      setError(undefined)
    },
    again: () => setError(undefined),
    stop: () => abort.current?.abort(),
  }
}
