// The scripts of captured pages: an archive often holds the pages of a host and the scripts that they include, in any order. What
// both show together, the MD5 of the scripts of a host, is an observation of its own at the end of the archive.
import { type Observation, readScripts } from '../../asset/index.ts'
import type { WebCapture } from './web-capture.ts'

/** Most addresses and scripts that are remembered of an archive, about 30 MB; what comes later is left out. */
const MOST = 100_000
/** Most scripts of a host. */
const MOST_OF_HOST = 200

/** A host with the addresses of the scripts that its pages include. */
interface Host {
  readonly seen: Pick<Observation, 'reached' | 'port' | 'time'>
  readonly wanted: Set<string>
}

/** Collects pages and scripts of one archive. */
export class PageScripts {
  readonly #hosts = new Map<string, Host>()
  /** MD5 of the scripts, by address. */
  readonly #scripts = new Map<string, string>()
  #room = MOST

  /** Looks at a capture. */
  see(capture: WebCapture): void {
    const { body, url } = capture
    if (this.#room <= 0 || body === undefined) return
    if (body.script !== undefined) this.#add(this.#scripts, addressOf(url, url), body.script)
    else if (/<script[\s/]/i.test(body.text)) this.#want(capture, readScripts(body.text))
  }

  /** The scripts of each host, of those that the archive holds. */
  *observations(): Generator<Observation> {
    for (const { seen, wanted } of this.#hosts.values()) {
      const found = new Set([...wanted].flatMap((address) => this.#find(address) ?? []))
      const digests = [...found].slice(0, MOST_OF_HOST)
      if (digests.length > 0) yield { ...seen, baseProtocol: 'tcp', stated: { js_md5: digests } }
    }
  }

  #want({ address: { scheme, reached, port }, url, time }: WebCapture, sources: readonly string[]): void {
    const name = `${scheme} ${reached} ${port}`
    const wanted = this.#hosts.get(name)?.wanted ?? new Set()
    for (const source of sources) {
      const address = addressOf(source, url)
      if (address !== '' && wanted.size < MOST_OF_HOST) wanted.add(address)
    }
    this.#room -= sources.length
    if (wanted.size > 0) this.#hosts.set(name, { seen: { reached, port, time }, wanted })
  }

  /** Archives that leave out query strings hold the script without. */
  #find(address: string): string | undefined {
    return this.#scripts.get(address) ?? this.#scripts.get(before(address, '?'))
  }

  #add(map: Map<string, string>, key: string, value: string): void {
    this.#room--
    if (key !== '') map.set(key, value)
  }
}

/** The full address without its fragment; `''` for what is not an address. */
function addressOf(source: string, base: string): string {
  const url = URL.parse(source, base)
  return url === null || !/^https?:$/.test(url.protocol) ? '' : before(url.href, '#')
}

/** What is before the first of a character, or the whole text. */
function before(text: string, character: string): string {
  const at = text.indexOf(character)
  return at === -1 ? text : text.slice(0, at)
}
