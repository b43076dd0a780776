// What records store of the tags of their address: those that hold by feeds and tables, and those that an administrator denies. That a
// complete list is silent about an address is not stored: when the list goes stale, every record would change.
import type { AddressTags } from '../../asset/index.ts'
import { parseAddress } from '../../util/index.ts'
import type { TagContext } from '../context.ts'
import { tagsOf } from './evidence.ts'
import { anonymityOf, groupClaims, infrastructureOf, scannerOf } from './fact.ts'
import { askAbout } from './subject.ts'
import { place } from './tag-address.ts'
import { weigh } from './weigh.ts'

/** The tags of an address (canonical text) in the shape of records; what the records themselves show is left out. */
export function addressTags(ip: string, context: TagContext): AddressTags | undefined {
  const address = parseAddress(ip)
  if (address === undefined) return undefined
  const subject = askAbout(address, ip, context, undefined)
  const { claims } = place(weigh(subject), subject)
  const grouped = groupClaims(claims)
  const silent = () => 'no_source' as const
  const { cloud, cdn } = infrastructureOf(grouped, silent)
  const answers = { cloud, cdn, scanner: scannerOf(grouped, silent), ...anonymityOf(grouped, silent) }
  const no = Object.entries(answers).filter(([, answer]) => answer === false)
  return { tags: tagsOf(claims), no: no.map(([namespace]) => namespace) }
}
