// Uploads files to the server with progress, which `fetch` does not report.
import { CallError, csrfToken, judge } from './api.ts'

/** What to send, and who receives the progress. */
interface Sending {
  readonly body: Blob | FormData
  /** Called with the share that has arrived, 0 to 1. */
  readonly onShare?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Sends a file to a route below `/web/api` and returns its answer; fails like `call`. */
export function upload<Answer>(path: string, { body, onShare, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/web/api/${path}`)
    request.setRequestHeader('X-CSRF-Token', csrfToken())
    request.setRequestHeader('Accept-Language', document.documentElement.lang || 'en')
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      try {
        resolve(judge<Answer>(request.status, readJson(request.responseText)))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new CallError('offline', 0, ''))
    request.onabort = () => reject(new DOMException('the upload was stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
