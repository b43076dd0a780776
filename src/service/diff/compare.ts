// Compares two scans: new, closed and changed services.
import type { Compared, Scan, Service } from './read-scan.ts'

/** Identifies a service. */
export interface ServiceName {
  readonly host: string
  readonly port: number
  readonly transport: Service['transport']
}

/** A service with changed values. */
interface ChangedService extends ServiceName {
  /** Columns that both scans state, with different values. */
  readonly changes: readonly { readonly column: Compared; readonly from: string; readonly to: string }[]
}

/** A closed service: the newer scan probed it and found `state`. */
interface ClosedService extends ServiceName {
  readonly state: string
}

/** The difference between an older and a newer scan, each list in the order of hosts and ports. */
export interface ScanDiff {
  /** Services in both scans, the changed ones included. */
  readonly both: number
  readonly added: readonly (ServiceName & { readonly values: Readonly<Partial<Record<Compared, string>>> })[]
  readonly changed: readonly ChangedService[]
  readonly closed: readonly ClosedService[]
  /** Missing in the newer scan, which does not say whether it probed them. */
  readonly notSeen: readonly ServiceName[]
}

/** Compares two scans. */
export function diffScans(older: Scan, newer: Scan): ScanDiff {
  const gone = inOrder(older.services, (key) => !newer.services.has(key))
  const stateOf = ({ host, transport, port }: Service) => newer.probed.stateOf(host, transport, port)
  const both = inOrder(older.services, (key) => newer.services.has(key))
  return {
    both: both.length,
    added: inOrder(newer.services, (key) => !older.services.has(key)).map((service) => ({
      ...nameOf(service),
      values: Object.fromEntries(service.values),
    })),
    changed: both.flatMap((service) => changeOf(service, newer.services.get(keyOf(service)))),
    closed: gone.flatMap((service) => {
      const state = stateOf(service)
      return state === undefined ? [] : [{ ...nameOf(service), state }]
    }),
    notSeen: gone.filter((service) => stateOf(service) === undefined).map(nameOf),
  }
}

function changeOf(before: Service, after: Service | undefined): readonly ChangedService[] {
  const changes = [...before.values].flatMap(([column, from]) => {
    const to = after?.values.get(column)
    return to === undefined || to === from ? [] : [{ column, from, to }]
  })
  return changes.length === 0 ? [] : [{ ...nameOf(before), changes }]
}

const keyOf = ({ host, port, transport }: Service): string => `${host} ${port} ${transport}`

const nameOf = ({ host, port, transport }: Service): ServiceName => ({ host, port, transport })

const names = new Intl.Collator('en', { numeric: true })

function inOrder(services: Scan['services'], wanted: (key: string) => boolean): readonly Service[] {
  return [...services]
    .filter(([key]) => wanted(key))
    .map(([, service]) => service)
    .sort((a, b) => names.compare(a.host, b.host) || a.port - b.port || (a.transport < b.transport ? -1 : 1))
}
