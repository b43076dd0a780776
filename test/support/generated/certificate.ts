// The certificates of generated records: mostly valid, some expired, self-signed or for another name.
import type { Stated } from '../../../src/asset/index.ts'
import { ISSUERS, issueCertificate, SELF_SIGNED_DAYS } from '../../../src/demo/certificate.ts'
import type { Random } from '../../../src/demo/random.ts'

const DAY = 86_400_000

/** The subject of a certificate. */
interface Subject {
  readonly reached: string
  readonly isAddress: boolean
  readonly domain: string
  readonly organization: string
}

/** The columns of a certificate observed at `time` (milliseconds): mostly valid, some expired, self-signed or for another name. */
export function certificateOf(random: Random, subject: Subject, time: number): Stated {
  const isSelfSigned = random.chance(subject.isAddress ? 0.55 : 0.07)
  const issuer = isSelfSigned ? undefined : ISSUERS.pick(random)
  const isForeign = !isSelfSigned && random.chance(subject.isAddress ? 0.6 : 0.04)
  const names = namesOf(random, subject, isForeign)
  const commonName =
    isSelfSigned && subject.isAddress
      ? random.pick(['localhost', 'router', subject.reached])
      : (names[0] ?? subject.domain)
  const days = issuer?.days ?? SELF_SIGNED_DAYS
  const isExpired = random.chance(0.08)
  const age = isExpired ? days + 1 + random.below(400) : random.below(days)
  return issueCertificate(random, {
    commonName,
    organization: random.chance(0.25) ? subject.organization : '',
    issuer,
    names,
    notBefore: Math.floor((time - age * DAY) / 1000) * 1000,
    days,
    isMatch: isSelfSigned ? commonName === subject.reached : !isForeign && !subject.isAddress,
  })
}

function namesOf(
  random: Random,
  { reached, isAddress, domain }: Subject,
  isForeign: boolean,
): readonly string[] {
  if (isForeign) return [`*.${random.pick(['hosting', 'cloud', 'cdn'])}${1 + random.below(40)}.example.net`]
  if (isAddress) return [domain, `www.${domain}`]
  if (random.chance(0.2) && reached.endsWith(`.${domain}`)) return [`*.${domain}`, domain]
  return reached === domain ? [domain, `www.${domain}`] : [reached]
}
