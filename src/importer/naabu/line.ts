// naabu's terminal lines, `host:port` and `host:port [cdn]`.
import { type JsonObject, readPort } from '../text/index.ts'

const LINE =
  /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+)|((?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4})):(\d{1,5})((?: \[[^[\]]{1,200}\]){0,8})$/i

/** The line as a record, or undefined when it is none. */
export function readLine(line: string): JsonObject | undefined {
  const match = LINE.exec(line.replace(/\x1b\[[0-9;]*m/g, '').trim())
  if (match === null) return undefined
  const [, bracketed, name, address, digits, marks = ''] = match
  const port = readPort(digits)
  const host = bracketed ?? name ?? address
  if (port === undefined || host === undefined) return undefined
  return { host, port, ...marksOf(marks.slice(2, -1).split('] [')) }
}

/** Networks that cdncheck (projectdiscovery) names. */
const PROVIDERS =
  /^(?:akamai|alibaba|amazon|arvancloud|aws|azion|azure|bunny|bunnycdn|cachefly|cdn77|cdnetworks|cloudflare|cloudfront|ddos-?guard|digitalocean|edgecast|fastly|gcore|google|imperva|incapsula|keycdn|leaseweb|limelight|maxcdn|microsoft|oracle|qrator|stackpath|sucuri|verizon|zscaler)(?:-?cdn)?$/i
/** `http nginx/1.24.0`: a service that was recognised, since 2.4. */
const SERVICE = /^([a-z][a-z0-9-]{1,30}) ([^/]{1,100})\/([^\s/]{1,60})$/

/** What is in brackets; tlsx prints names, versions and ciphers there, which are nothing of that. */
function marksOf(marks: readonly string[]): JsonObject {
  const cdn = marks.find((mark) => PROVIDERS.test(mark))
  const [, name, product, version] = marks.flatMap((mark) => SERVICE.exec(mark) ?? [])
  return {
    ...(cdn !== undefined && { 'cdn-name': cdn }),
    ...(name !== undefined && { name, product: product ?? '', version: version ?? '' }),
  }
}
