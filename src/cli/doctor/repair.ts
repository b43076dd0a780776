// `periplus doctor --repair`: recovers the readable part of damaged records, and names what is lost.
import { readConfig } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { RepairedPart, RepairReport } from '../../store/index.ts'
import { printTime } from '../../util/index.ts'
import { isServed } from '../data/connect.ts'
import { dataFiles, refuseMissing, refuseUnfinished } from '../data/data-directory.ts'
import { count, counted } from '../output/output.ts'
import type { Request } from './examine.ts'

/** Repairs the records of a data directory that no server has open. */
export async function repair({ data, config: file }: Request): Promise<RepairReport> {
  const config = readConfig({ file, flags: { data } })
  if (config['store.url'] !== '')
    throw new AppError(
      'input',
      '--repair is for records in the data directory; ClickHouse servers are repaired by their own means',
    )
  refuseMissing(config.data)
  const files = dataFiles(config.data)
  refuseUnfinished(files)
  if (await isServed(files.socket))
    throw new AppError('input', 'a server has the data directory; stop it before --repair')
  const { repairRecords } = await import('../data/open-store.ts')
  return repairRecords(config)
}

/** The report of a repair for people. */
export function repairText({ parts, records, lost }: RepairReport): string {
  const lines = parts.map(lineOf)
  const end =
    lost > 0
      ? `${counted(lost, 'record')} lost, ${count(records)} left: restore the newest backup into a new directory, or import the lost scans again`
      : `nothing is lost, ${counted(records, 'record')}`
  return `${[...lines, end].map((line) => `repair  ${line}`).join('\n')}\n`
}

function lineOf({ kind, part, rows, recovered, present, written, reason, path }: RepairedPart): string {
  const of = rows === undefined ? 'an unknown number' : count(rows)
  const seen = present > 0 ? `, ${count(present)} seen again since` : ''
  const why = reason === undefined ? '' : `; the others cannot be read: ${reason}`
  return `${kind} ${part}, written ${printTime(written * 1000)}: ${count(recovered)} of ${of} are back${seen}${why}; the damaged part is kept in ${path}`
}
