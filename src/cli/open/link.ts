import { createHash, randomBytes } from 'node:crypto'
import type { OperatorLink } from '../../operation/index.ts'
import { isSame } from '../../service/account/index.ts'

/** The link of one server, and its tokens. */
interface OpenLink {
  readonly link: OperatorLink
  /** For the address that is printed; works while the server runs. */
  readonly printed: string
  /** For the file that a browser is started with; works once. */
  readonly once: string
}

/** Creates a link with new tokens. `onUsed` is called when the token that works once was used. */
export function createOpenLink(onUsed: () => void = () => undefined): OpenLink {
  const [printed, once] = [newToken(), newToken()]
  let unused = true
  const accepts = (token: string): boolean => {
    if (isSame(token, printed)) return true
    if (!unused || !isSame(token, once)) return false
    unused = false
    onUsed()
    return true
  }
  const suffix = createHash('sha256').update(printed).digest('hex').slice(0, 8)
  return { link: { accepts, cookie: `periplus_open_${suffix}` }, printed, once }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
