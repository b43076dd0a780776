// OpenVAS, Greenbone: results as CSV, one row per result. Columns are found by their names, in any order.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  type Mapped,
  rejected,
  serviceOf,
  severityNamed,
  severityOfScore,
  skipped,
  textAt,
} from '../fact/index.ts'
import { headerNames, type JsonObject } from '../text/index.ts'

/** Columns that every version writes. */
const NEEDED = ['ip', 'port', 'port protocol', 'nvt oid'] as const

/** Whether these cells are the header of such a table. */
export function isHeader(cells: readonly string[]): boolean {
  const names = headerNames(cells)
  return NEEDED.every((name) => names.includes(name))
}

function record(names: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(headerNames(names).map((name, index) => [name, cells[index]?.trim() ?? '']))
}

function* map(row: JsonObject): Generator<Mapped> {
  const address = canonicalAddress(textAt(row, 'ip') ?? '')
  const port = textAt(row, 'port')
  if (address === undefined) return yield rejected('no valid address in the column `IP`')
  if (port === undefined) return yield skipped('a finding on a host, on no port of it')
  const id = textAt(row, 'nvt oid')
  const score = textAt(row, 'cvss')
  const stated: Stated = {}
  yield serviceOf({
    ...{ address, port, transport: textAt(row, 'port protocol'), time: textAt(row, 'timestamp'), stated },
    findings:
      id === undefined
        ? []
        : [
            {
              ...{ tool: 'openvas', id, name: textAt(row, 'nvt name') ?? '' },
              ids: (textAt(row, 'cves') ?? '').split(/[,\s]+/).filter((cve) => /^CVE-/i.test(cve)),
              severity:
                score === undefined ? severityNamed(textAt(row, 'severity')) : severityOfScore(Number(score)),
              evidence: textAt(row, 'specific result') ?? textAt(row, 'summary') ?? '',
            },
          ],
  })
}

/** The table of results. */
export const RESULTS = { record, map }
