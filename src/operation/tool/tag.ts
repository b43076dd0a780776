// Tags of addresses, and what they rest on.
import { type AppError, isAppError } from '../../error/index.ts'
import { type Entry, type SourceRow, VOCABULARY } from '../../tag/index.ts'
import { canonicalAddress, nearest } from '../../util/index.ts'
import { optionalText, texts, verbatim, wrong } from '../input/index.ts'
import { type Tool, type ToolCall, type ToolLimits, tool } from './tool.ts'

/** Tags of some addresses. */
export function tagAddresses(limits: ToolLimits): Tool {
  return tool({
    name: 'tag_addresses',
    scope: 'tag',
    title: 'Tag IP addresses',
    description: `Says of up to ${limits.addresses} IP addresses what they are: cloud, CDN, hosting, VPN, Tor, scanner, on which lists, which services run there. Each address counts as one line of the caller's daily limit. Tags are facts with sources, no verdicts; null means unknown, false means a source says no.`,
    input: { addresses: texts('IPv4 or IPv6 addresses.', { most: limits.addresses }) },
    run: async ({ addresses }, call) => {
      const { entries, sources, left } = await tagEach(call, addresses)
      const tagged = entries.filter((entry) => entry.status === 'ok' && entry.tags.length > 0).length
      const invalid = entries.filter((entry) => entry.status === 'invalid').length
      const summary = `${tagged} of ${entries.length} addresses have tags${invalid === 0 ? '' : `; ${invalid} are not addresses`}.`
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
    scope: 'tag',
    title: 'Explain a tag',
    description:
      'Says what a tag means and what it must not be taken for. With an address, also the evidence: which source said so, what matched, how sure that is and how old (counts as one line of the daily limit).',
    input: {
      tag: verbatim('A tag such as tor_exit or cloud:aws.', 256),
      address: optionalText('An address whose evidence is wanted.'),
    },
    run: async ({ tag, address }, call) => {
      const name = tag.trim().toLowerCase()
      const meanings = VOCABULARY.filter(({ namespace }) => namespace === name.split(':')[0])
      if (meanings.length === 0) throw unknownTag(name)
      const data = { tag: name, meanings }
      if (address === undefined) return { summary: `What \`${name}\` means.`, data }
      const { entries, sources } = await tagEach(call, [address])
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
  return wrong(`unknown tag \`${name.slice(0, 64)}\`${advice}`)
}

/** Tags of addresses, one entry per address in their order. */
interface Tagged {
  readonly entries: readonly Entry[]
  readonly sources: Readonly<Record<string, SourceRow>>
  /** What was not tagged, and why. */
  readonly left?: { readonly addresses: readonly string[]; readonly reason: string }
}

// Each address is a look-up of its own, so that one too many costs the others nothing.
async function tagEach(call: ToolCall, addresses: readonly string[]): Promise<Tagged> {
  const { services, caller, signal, spend } = call
  const sources: Record<string, SourceRow> = {}
  const entries: Entry[] = []
  const distinct = [...new Map(addresses.map((text) => [canonicalAddress(text) ?? text, text])).values()]
  for (const [index, input] of distinct.entries()) {
    signal.throwIfAborted()
    try {
      const found = await services.tagging.lookUp(caller, input)
      entries.push({ ...found.entry, line: index + 1 })
      Object.assign(sources, found.sources)
      spend(1, 0)
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.code === 'params') entries.push(invalidEntry(index + 1, input, error))
      else if (entries.length === 0) throw error
      else return { entries, sources, left: { addresses: distinct.slice(index), reason: error.message } }
    }
  }
  return { entries, sources }
}

function invalidEntry(line: number, input: string, { message }: AppError): Entry {
  const reason = message.replace(/^\[-4\] Params Error: (?:the parameter `ip` is not a valid address: )?/, '')
  return { line, input: input.slice(0, 256), status: 'invalid', reason, tags: [] }
}
