// Times that tools write in the zone of the machine they run on.
import { readTime } from './time.ts'

/** Hours east of UTC of the abbreviations that mean one zone to nearly everybody. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ EST: -5, EDT: -4, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
    ...{ WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, JST: 9, AEST: 10, AEDT: 11 },
  }),
)

/** A time of the scanning machine: without a zone, or with one that is not known, it is taken for UTC. */
export function readLocalTime(text: string): number | undefined {
  const [, moment = '', zone = ''] = /^(.*?)(?: ([A-Z]{2,5}|[+-]\d{2}))?$/.exec(text.trim()) ?? []
  const offset = ZONES.get(zone) ?? (/^[+-]\d\d$/.test(zone) ? Number(zone) : 0)
  const time = readTime(moment)
  return time === undefined ? undefined : time - offset * 3_600_000
}
