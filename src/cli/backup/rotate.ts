// Decides which backups of a directory to remove when there are more than the configured number.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeBackup, type Manifest, sidecarOf } from '../../service/backup/index.ts'
import { backupsIn } from './name.ts'

/** The result of a rotation. */
export interface Rotation {
  readonly removed: readonly string[]
  /** Older ones that stay, because every newer one holds less. */
  readonly spared: readonly string[]
}

/** The content of a backup; an unreadable one holds nothing. */
export interface Content {
  readonly name: string
  readonly records: number
  readonly accounts: number
  /** Whether its records were damaged when it was made. */
  readonly damaged: boolean
}

/** Keeps the newest backups of a directory, and of the older ones the last that holds more than each of those; removes the rest. */
export async function keepNewest(directory: string, keep: number): Promise<Rotation> {
  const names = backupsIn(directory)
  const backups = await Promise.all(names.map((name) => contentOf(directory, name)))
  const kept = backups.slice(-keep)
  const old = backups.slice(0, -keep)
  const spared = old.findLast((backup) => isFuller(backup, kept))
  const removed = old.filter((backup) => backup !== spared).map(({ name }) => name)
  for (const name of removed) {
    rmSync(join(directory, name), { force: true })
    rmSync(sidecarOf(join(directory, name)), { force: true })
  }
  return { removed, spared: spared === undefined ? [] : [spared.name] }
}

/** Records expire or are removed day by day, which must not make an older backup count as fuller; a loss of a tenth at once does. */
const MUCH = 1.1

/** Whether a backup holds what each of the others lacks: undamaged records, many more records, or accounts. */
export function isFuller(backup: Content, others: readonly Content[]): boolean {
  const most = Math.max(0, ...others.map(({ records }) => records))
  return (
    (backup.records > 0 && !backup.damaged && others.every(({ damaged }) => damaged)) ||
    backup.records > most * MUCH ||
    (backup.accounts > 0 && others.every(({ accounts }) => accounts === 0))
  )
}

async function contentOf(directory: string, name: string): Promise<Content> {
  const manifest = await describeBackup(join(directory, name))
  return { name, ...holdings(manifest) }
}

function holdings(manifest: Manifest | undefined): Omit<Content, 'name'> {
  if (manifest === undefined) return { records: 0, accounts: 0, damaged: true }
  const { records, state, damage } = manifest
  return {
    records: records.rows.records,
    accounts: state?.rows['account'] ?? 0,
    damaged: damage !== undefined,
  }
}
