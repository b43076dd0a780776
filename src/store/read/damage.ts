// Damage to the stored records that a start detects.
import { type Fragment, sql } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'

/** Lost records, as far as they can be detected without reading everything. */
export interface StoreDamage {
  /** Parts that the engine detached because it cannot read them. */
  readonly detached: number
  /** Records that existed before a start and not after it. */
  readonly missing: number
}

/** Describes the damage in a sentence; undefined without damage. */
export function describeDamage({ detached, missing }: StoreDamage): string | undefined {
  const problems = [
    ...(detached > 0
      ? [`${counted(detached, 'part')} of the records cannot be read and ${are(detached)} detached`]
      : []),
    ...(missing > 0 ? [`${counted(missing, 'record')} ${are(missing)} missing`] : []),
  ]
  return problems.length === 0 ? undefined : problems.join('; ')
}

/** The number of parts of the current database that the engine detached. */
export async function countDetached(engine: Pick<Engine, 'query'>): Promise<number> {
  const [[detached = 0] = []] = await engine.query<[number]>(
    sql`SELECT count() FROM system.detached_parts WHERE database = currentDatabase() AND notEmpty(reason)`,
  )
  return Number(detached)
}

/** The number of records that readers see. */
export async function countRecords(engine: Pick<Engine, 'query'>, visible?: Fragment): Promise<number> {
  const [[records = 0] = []] = await engine.query<[number]>(
    sql`SELECT count() FROM records WHERE ${visible ?? sql`1`}`,
    { maxExecutionSeconds: 0 },
  )
  return Number(records)
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}
