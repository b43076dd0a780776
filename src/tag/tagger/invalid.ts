// Why a line is not a valid address: the first mistake, with the text that contains it.
import { parseAddress, visible } from '../../util/index.ts'

/** Characters of a line that are echoed. */
export const ECHOED = 256

const LONGEST = 45

/** The reason, a sentence without a full stop; call it only with texts that `parseAddress` refuses. */
export function explainInvalid(text: string): string {
  return (
    unreadable(text) ??
    wrapped(text) ??
    (text.includes(':') ? wrongIpv6(text) : undefined) ??
    wrongIpv4(text) ??
    other(text)
  )
}

const quote = (text: string): string => `\`${visible(text.length > 64 ? `${text.slice(0, 64)}…` : text)}\``

const isAddress = (text: string): boolean => parseAddress(text) !== undefined

function unreadable(text: string): string | undefined {
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text)
  if (hidden !== null)
    return `the character ${quote(hidden[0])} at position ${hidden.index + 1} is not allowed in an address`
  if (text.length > ECHOED) return `the line has ${text.length} characters; an address has at most ${LONGEST}`
  if (/\s/.test(text)) return 'the line holds more than one word; write one address per line'
  const [from = '', to = ''] = text.split(/[‐-―−]/u)
  if (isAddress(from) && isAddress(to)) return `${quote(text)} is a range, not one address`
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u.test(text))
    return `${quote(text)} is a name, not an address`
  const foreign = /[^\x21-\x7e]/u.exec(text)
  return foreign === null ? undefined : `${quote(foreign[0])} is not an ASCII character`
}

/** An address with something around it. */
function wrapped(text: string): string | undefined {
  const defanged = text.replace(/\[(?:\.|dot)\]|\((?:\.|dot)\)|\{\.\}|\[:\]/gi, (sign) =>
    sign === '[:]' ? ':' : '.',
  )
  if (defanged !== text && isAddress(defanged))
    return 'the address is defanged; write its dots and colons without brackets'
  const several = text.split(/[,;|]/).filter((part) => part !== '')
  if (several.length > 1 && several.every(isAddress))
    return 'the line holds more than one address; write one address per line'
  const plain = text.replace(/^["'`(<]{1,4}/, '').replace(/(?<!["'`)>,;.!\\])["'`)>,;.!\\]{1,4}$/, '')
  if (plain !== text && isAddress(plain)) return `signs stand around the address; write ${quote(plain)} alone`
  if (/^(?:[\da-f]+[.:]+){1,7}[*x]$/i.test(text)) return `${quote(text)} is a range, not one address`
  if (/^AS\d{1,10}$/i.test(text)) return `${quote(text)} is the number of a system, not an address`
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return `${quote(text)} is a URL; write the address alone`
  const [, base = '', bits] = /^([^/]*)\/(.*)$/.exec(text) ?? []
  if (bits !== undefined && isAddress(base)) return `${quote(text)} is a range (CIDR), not one address`
  const [from = '', to = ''] = text.split('-')
  if (isAddress(from) && isAddress(to)) return `${quote(text)} is a range, not one address`
  const zone = text.indexOf('%')
  if (zone > 0 && isAddress(text.slice(0, zone)))
    return `${quote(text.slice(zone))} is a zone id; write the address without it`
  const [, inner = '', port] = /^\[(.*)\](?::(\d*))?$/.exec(text) ?? []
  if (isAddress(inner))
    return port === undefined ? 'the address is in brackets; write it without them' : withPort(port)
  const [, bare = '', number = ''] = /^([\d.]+):(\d*)$/.exec(text) ?? []
  return isAddress(bare) ? withPort(number) : undefined
}

const withPort = (port: string): string =>
  `the address has a port (${quote(`:${port}`)}); write it without one`

function wrongIpv4(text: string): string | undefined {
  if (/^\d+$/.test(text)) return `${quote(text)} is a single number; write four numbers with dots between`
  if (/^0x[0-9a-f]+$/i.test(text))
    return `${quote(text)} is one hexadecimal number; write four decimal numbers with dots between`
  if (!/^[0-9a-fx.+-]+$/i.test(text) || !/^\d/.test(text) || !text.includes('.')) return undefined
  const parts = text.split('.')
  for (const part of parts) {
    const wrong = wrongOctet(part)
    if (wrong !== undefined) return wrong
  }
  return `an IPv4 address has four numbers, this has ${parts.length}`
}

function wrongOctet(part: string): string | undefined {
  if (part === '') return 'a number is missing between two dots or at an end'
  if (/^0x[0-9a-f]*$/i.test(part)) return `${quote(part)} is hexadecimal; write the number in decimal`
  if (/^0\d+$/.test(part))
    return `${quote(part)} has a leading zero, which some read as octal; write it without`
  return /^\d+$/.test(part) && Number(part) <= 255
    ? undefined
    : `${quote(part)} is not a number from 0 to 255`
}

function wrongIpv6(text: string): string | undefined {
  const [head = ''] = text.split(':', 1)
  const letter = head.search(/[g-z]/i)
  if (!/^[0-9a-z:.%]+$/i.test(text) || (letter >= 0 && head.includes('.', letter))) return undefined
  const gaps = text.split('::').length - 1
  if (gaps > 1 || text.includes(':::')) return 'an IPv6 address may hold `::` once'
  const groups = text.split('::').flatMap((half) => (half === '' ? [] : half.split(':')))
  for (const [index, group] of groups.entries()) {
    if (index === groups.length - 1 && group.includes('.')) {
      if (!isAddress(group)) return wrongIpv4(group) ?? `${quote(group)} is not a valid IPv4 address`
    } else if (!/^[0-9a-f]{1,4}$/i.test(group)) return wrongGroup(group)
  }
  const count = groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0)
  return gaps === 1
    ? `an IPv6 address with \`::\` has at most seven groups, this has ${count}`
    : `an IPv6 address has eight groups, this has ${count}`
}

function wrongGroup(group: string): string {
  return group === ''
    ? 'a group is missing beside a colon'
    : `${quote(group)} is not a group of one to four hexadecimal digits`
}

function other(text: string): string {
  if (text.includes('/')) return `${quote(text)} is neither an address nor a range`
  if (/^(?=.*[a-z])[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?(:\d+)?$/i.test(text))
    return `${quote(text)} is a name, not an address`
  return `${quote(text)} is not an IPv4 or IPv6 address`
}
