// Whether readings are what the interface promises: what an importer yields is stored without another look.
import type { Observation } from '../../src/asset/index.ts'
import type { Reading } from '../../src/importer/index.ts'

type Shape = 'text' | 'number' | 'yes' | 'texts' | 'type'
const SHAPES: Readonly<Record<string, Shape>> = {
  ...all(
    'text',
    'link ip domain protocol title header body banner cert server os structinfo icp fid icon_hash jarm',
  ),
  ...all('text', 'country country_name province city isp as_organization cert_subject_cn cert_subject_org'),
  ...all(
    'text',
    'cert_issuer_cn cert_issuer_org cert_sn cert_not_before cert_not_after tls_version tls_ja3s',
  ),
  ...all('text', 'header_hash body_hash banner_hash cloud_name'),
  ...all('number', 'status_code latitude longitude as_number'),
  ...all('yes', 'cert_is_match cert_is_equal is_ipv6 is_domain is_honeypot is_fraud is_cloud'),
  ...all('texts', 'product product_version category tag cname cert_domain'),
  type: 'type',
}

function all(shape: Shape, names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]))
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape === 'text') return typeof value === 'string' && value.isWellFormed()
  if (shape === 'number') return value === null || (typeof value === 'number' && Number.isFinite(value))
  if (shape === 'yes') return value === null || typeof value === 'boolean'
  if (shape === 'texts') return Array.isArray(value) && value.every((item) => fits('text', item))
  return value === '' || value === 'subdomain' || value === 'service'
}

function complaintsOf(observation: Observation): string[] {
  const wrong: string[] = []
  const { reached, port, baseProtocol, time, firstSeen, page } = observation
  if (typeof reached !== 'string' || reached === '' || !reached.isWellFormed())
    wrong.push(`reached ${reached}`)
  if (!Number.isInteger(port) || port < 1 || port > 65535) wrong.push(`port ${port}`)
  if (!['tcp', 'udp', 'sctp'].includes(baseProtocol)) wrong.push(`base protocol ${baseProtocol}`)
  for (const moment of [time, firstSeen])
    if (moment !== undefined && !(moment > 0 && moment < 253402300800000)) wrong.push(`time ${moment}`)
  if (page !== undefined && (!/^https?$/.test(page.scheme) || !page.path.startsWith('/')))
    wrong.push(`page ${page.path}`)
  for (const [column, value] of Object.entries(observation.stated)) {
    const shape = SHAPES[column]
    if (shape === undefined) wrong.push(`column ${column} cannot be stated`)
    else if (!fits(shape, value)) wrong.push(`${column} holds ${JSON.stringify(value)}`)
  }
  return wrong
}

/** What is wrong with readings; empty when nothing is. */
export function complaints(readings: readonly Reading[]): string[] {
  return readings.flatMap((reading) => {
    if (reading.kind === 'note')
      return typeof reading.text === 'string' && reading.text !== '' ? [] : ['empty note']
    const line = reading.kind === 'reject' ? reading.reject.line : reading.line
    const wrong = Number.isInteger(line) && line >= 1 ? [] : [`line ${line}`]
    if (reading.kind === 'observation') wrong.push(...complaintsOf(reading.observation))
    else {
      const { reason } = reading.kind === 'reject' ? reading.reject : reading
      if (reason === '' || !reason.isWellFormed()) wrong.push('no reason')
      if (reading.kind === 'reject' && reading.reject.text.length > 65536)
        wrong.push('text of a reject beyond 64 KiB')
    }
    return wrong
  })
}
