// Tags of addresses, and what they rest on.
import { AppError } from '../../error/index.ts'
import { VOCABULARY } from '../../tag/index.ts'
import { nearest } from '../../util/index.ts'
import type { Limits } from '../backend.ts'
import { optionalText, text, texts } from '../parameter.ts'
import { type Tool, tool } from '../tool.ts'

/** Tags of some addresses. */
export function tagAddresses(limits: Limits): Tool {
  return tool({
    name: 'tag_addresses',
    title: 'Tag IP addresses',
    description: `Says of up to ${limits.addresses} IP addresses what they are: cloud, CDN, hosting, VPN, Tor, scanner, on which lists, which services run there. Each address counts as one line of the caller's daily limit. Tags are facts with sources, no verdicts; null means unknown, false means a source says no.`,
    parameters: { addresses: texts('IPv4 or IPv6 addresses.', { most: limits.addresses }) },
    run: async ({ addresses }, { backend, signal }) => {
      const { entries, sources, left } = await backend.tag(addresses, signal)
      const tagged = entries.filter((entry) => entry.status === 'ok' && entry.tags.length > 0).length
      const invalid = entries.filter((entry) => entry.status === 'invalid').length
      const summary = `${tagged} of ${entries.length} addresses have tags${invalid === 0 ? '' : `; ${invalid} are no addresses`}.`
      const over = left === undefined ? '' : ` ${left.addresses.length} are left out: ${left.reason}`
      const data = { entries: entries.map(shortened), sources, ...(left !== undefined && { left }) }
      return { summary: summary + over, data }
    },
  })
}

// The evidence is what explain_tag is for; here it would be most of the answer.
function shortened(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'evidence'))
}

/** What a tag means, and why an address has it. */
export function explainTag(): Tool {
  return tool({
    name: 'explain_tag',
    title: 'Explain a tag',
    description:
      'Says what a tag means and what it must not be taken for. With an address, also the evidence: which source said so, what matched, how sure that is and how old (counts as one line of the daily limit).',
    parameters: {
      tag: text('A tag such as tor_exit or cloud:aws.', 256),
      address: optionalText('An address whose evidence is wanted.'),
    },
    run: async ({ tag, address }, { backend, signal }) => {
      const name = tag.trim().toLowerCase()
      const meanings = VOCABULARY.filter(({ namespace }) => namespace === name.split(':')[0])
      if (meanings.length === 0) throw unknownTag(name)
      const data = { tag: name, meanings }
      if (address === undefined) return { summary: `What \`${name}\` means.`, data }
      const { entries, sources } = await backend.tag([address], signal)
      const [entry] = entries
      const evidence = entry?.status === 'ok' ? entry.evidence.filter((one) => one.tag === name) : []
      const has = entry?.status === 'ok' && entry.tags.includes(name)
      const summary = `The address ${has ? 'has' : 'does not have'} the tag; ${evidence.length} pieces of evidence.`
      return { summary, data: { ...data, address, has, evidence, sources } }
    },
  })
}

function unknownTag(name: string): AppError {
  const near = nearest(
    name,
    VOCABULARY.map(({ namespace }) => namespace),
  )
  const advice = near === undefined ? '' : `; did you mean \`${near}\`?`
  return new AppError('params', `[-4] Params Error: there is no tag \`${name.slice(0, 64)}\`${advice}`)
}
