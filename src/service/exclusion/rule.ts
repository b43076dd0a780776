// Parses exclusion rules as people write them: one per line, with comments.
import type { ExclusionKind, ExclusionRule } from '../../asset/index.ts'
import { readReached } from '../../enrich/index.ts'
import { AppError } from '../../error/index.ts'
import { parseAddress, parseNetwork, printAddress, printNetwork } from '../../util/index.ts'

const FINGERPRINT = /^(?:sha256:)?([0-9a-f]{2}(?::?[0-9a-f]{2}){31})$/i
const NAME_IN_CERTIFICATE = 'cert:'

/** Reads one rule; fails with `params`. */
export function parseRule(text: string): ExclusionRule {
  const written = text.trim()
  return networkRule(written) ?? fingerprintRule(written) ?? nameRule(written)
}

/** Parses the rules of a text: one per line; `#` starts a comment. */
export function parseRules(text: string): readonly ExclusionRule[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('#', 1)[0]?.trim() ?? '')
    .flatMap((line, index) => (line === '' ? [] : [ruleOfLine(line, index + 1)]))
}

function ruleOfLine(line: string, number: number): ExclusionRule {
  try {
    return parseRule(line)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `${error.message} (line ${number})`)
  }
}

/** Prints a rule. */
export function printRule({ kind, value }: ExclusionRule): string {
  const prefixes: Readonly<Record<ExclusionKind, string>> = {
    network: '',
    host: '',
    certificate: 'sha256:',
    certificate_name: NAME_IN_CERTIFICATE,
  }
  return `${prefixes[kind]}${value}`
}

function networkRule(text: string): ExclusionRule | undefined {
  const address = parseAddress(text)
  const whole = address && `${printAddress(address)}/${address.version === 4 ? 32 : 128}`
  const network = parseNetwork(whole ?? text)
  return network && { kind: 'network', value: printNetwork(network) }
}

function fingerprintRule(text: string): ExclusionRule | undefined {
  const found = FINGERPRINT.exec(text)?.[1]
  return found === undefined
    ? undefined
    : { kind: 'certificate', value: found.replaceAll(':', '').toLowerCase() }
}

function nameRule(text: string): ExclusionRule {
  const isCertificate = text.toLowerCase().startsWith(NAME_IN_CERTIFICATE)
  const name = (isCertificate ? text.slice(NAME_IN_CERTIFICATE.length).trim() : text).replace(/^\*?\./, '')
  const read = readReached(name)
  if ('reached' in read && !read.isAddress)
    return { kind: isCertificate ? 'certificate_name' : 'host', value: read.reached }
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  throw new AppError(
    'params',
    `[-4] Params Error: \`${shown}\` is not a valid rule; write a network such as 192.0.2.0/24, a name such as example.com, the SHA-256 fingerprint of a certificate, or a name in certificates such as cert:example.com`,
  )
}
