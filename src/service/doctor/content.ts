// Findings from what records, accounts and feeds report about themselves.
import type { StateReport } from '../../state/index.ts'
import { describeDamage, type StoreDamage, type StoreReport } from '../../store/index.ts'
import { printDay } from '../../util/index.ts'
import type { FeedRow } from '../feed/index.ts'
import { error, type Finding, ok, size, warning } from './finding.ts'

/** More parts than this slow searches down and delay inserts. */
const MANY_PARTS = 300
const HOUR = 3600

const REPAIR =
  'stop the server and run `periplus doctor --repair`, which lists what is lost; or restore the newest backup into a new directory'
const SYNC =
  'check Keeper and the disks of these servers; then run `SYSTEM SYNC REPLICA` there, or `SYSTEM RESTORE REPLICA` after a loss'
const RESTORE = 'stop the server and restore the newest backup into a new directory'

/** Judges the records. `now` is in seconds. */
export function judgeRecords(report: StoreReport, now: number): Finding[] {
  const { records, bytesOnDisk, parts, failedMutations, damaged, differing, newest } = report
  const facts = `${records} records, ${size(bytesOnDisk)} in ${parts} parts`
  const findings: Finding[] = [...judgeDamage(report)]
  for (const part of damaged) findings.push(error('records', `${part} is damaged`, REPAIR))
  for (const replica of differing) findings.push(error('records', `replicas differ: ${replica}`, SYNC))
  for (const reason of failedMutations)
    findings.push(
      warning(
        'records',
        `a deletion does not finish: ${reason}`,
        'restart the server; it finishes started deletions',
      ),
    )
  if (parts > MANY_PARTS)
    findings.push(
      warning('records', facts, 'wait until merging has caught up, and import in fewer, larger batches'),
    )
  if (newest !== undefined && newest > now + HOUR)
    findings.push(
      warning(
        'records',
        `the newest record was last seen at ${new Date(newest * 1000).toISOString().slice(0, 19)}, in the future`,
        'correct the clock of the machine that scanned, then delete those records and import them again',
      ),
    )
  return findings.length > 0 ? findings : [ok('records', facts)]
}

/** Judges damage to the records that a start detected; empty without damage. */
export function judgeDamage(damage: StoreDamage): Finding[] {
  const text = describeDamage(damage)
  return text === undefined ? [] : [error('records', text, REPAIR)]
}

/** Judges the accounts. */
export function judgeState(report: StateReport): Finding[] {
  const { kind, schemaVersion, knownVersion, accounts, administrators, damage, unbalanced } = report
  if (schemaVersion > knownVersion)
    return [
      error(
        'accounts',
        `schema ${schemaVersion}, this program knows ${knownVersion}`,
        'run the newer version that wrote it',
      ),
    ]
  const findings: Finding[] = damage.map((line) =>
    error('accounts', `the database is damaged: ${line}`, RESTORE),
  )
  for (const email of unbalanced)
    findings.push(
      error(
        'accounts',
        `the balance of ${email} is not the sum of its ledger`,
        'restore the newest backup, and report this with both figures',
      ),
    )
  if (accounts > 0 && administrators === 0)
    findings.push(
      warning('accounts', 'no administrator can sign in', 'periplus account set E-MAIL --role administrator'),
    )
  if (schemaVersion < knownVersion)
    findings.push(
      warning(
        'accounts',
        `schema ${schemaVersion} of ${knownVersion}`,
        'make a backup; the next start brings it up to date',
      ),
    )
  return findings.length > 0 ? findings : [ok('accounts', `${accounts} in ${kind}, books in order`)]
}

/** Compares the secret that the accounts were created with and the current one (`proof`; undefined if there is none). */
export function judgeSecret({ accounts, secretProof }: StateReport, proof: string | undefined): Finding[] {
  const remedy =
    'put back the file `secret` of the newest backup, or set PERIPLUS_SECRET; without it no key works'
  if (secretProof === undefined || accounts === 0) return []
  if (proof === undefined) return [error('secret', 'it is missing, and accounts were made with one', remedy)]
  if (proof !== secretProof)
    return [error('secret', 'it is not the one that the accounts were made with', remedy)]
  return [ok('secret', 'the one that the accounts were made with')]
}

/** Judges the feeds. */
export function judgeFeeds(feeds: readonly FeedRow[]): Finding[] {
  const findings = feeds.flatMap(({ name, state, failure, active }) => {
    const age = `of ${printDay((active.statedAt ?? active.retrievedAt) * 1000)}`
    if (failure !== null)
      return [
        warning(
          'feeds',
          `${name}: ${failure.reason}; the version ${age} is in use`,
          `periplus feed update ${name}`,
        ),
      ]
    if (state !== 'fresh')
      return [warning('feeds', `${name} ${age} is ${state}`, `periplus feed update ${name}, or remove it`)]
    return []
  })
  return findings.length > 0
    ? findings
    : [ok('feeds', feeds.length === 0 ? 'none beside those built in' : `${feeds.length}, all fresh`)]
}
