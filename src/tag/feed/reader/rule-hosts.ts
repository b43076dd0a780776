// Lists as the files of /etc have them: hosts, hosts.allow and hosts.deny.
import { addresses, bad, blockOf, FRAME, isLike, type RuleFormat, ruled } from './rule-line.ts'

/** Names with their addresses, as resolvers read them. */
export const hosts: RuleFormat = {
  kind: 'hosts',
  mayBeEmpty: true,
  title: 'hosts file',
  sign: (line) =>
    /^(?:(?:127\.0\.0\.1|::1|255\.255\.255\.255) (?:localhost|broadcasthost|ip6-)|(?:0\.0\.0\.0|127\.0\.0\.1) (?!\d{1,3}(?:\.\d{1,3}){3}(?: |$))[a-z0-9-]+(?:$|\.))/i.test(
      line,
    ),
  read: (line) => {
    const [address = ''] = line.split(' ')
    if (/^(?:127\.|::1$|255\.255\.255\.255$|f[ef][0-9a-f]{2}::)/i.test(address)) return FRAME
    if (address === '0.0.0.0' || address === '::') return bad(`\`${address}\` is not an address of the name`)
    return addresses(address)
  },
}

/** Access rules of TCP wrappers. */
export const wrapper: RuleFormat = {
  kind: 'wrapper',
  title: 'hosts.allow or hosts.deny',
  sign: (line) => /^(?:ALL|sshd|vsftpd|in\.[a-z]+) ?: ?\[?\d/.test(line),
  read: (line) => {
    const [listed = '', except] = line.slice(line.indexOf(':') + 1).split(/ EXCEPT /)
    const words = listed
      .split(/[\s,]+/)
      .map(unbracketed)
      .filter(isLike)
    if (words.length === 0 && /\bALL\b/.test(line)) return FRAME
    const option = /: ?(allow|deny)$/i.exec(line)?.[1]?.toLowerCase()
    const left = except?.split(' :', 1)[0]?.trim()
    return {
      ...(option === undefined
        ? addresses(...words.map(blockOf))
        : ruled(option === 'allow', ...words.map(blockOf))),
      ...(left !== undefined && { left }),
    }
  },
}

const unbracketed = (word: string): string => word.replace(/^\[(.*)\]/, '$1')
