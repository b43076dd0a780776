// Decides whether retention would remove a record in memory.
import type { Asset } from '../../src/asset/index.ts'
import type { AgeLimits } from '../../src/store/index.ts'

/** Whether the retention of every import that observed a record has ended. */
export function isExpired({ imports, lastupdatetime }: Asset, { standard, others }: AgeLimits): boolean {
  const ids = imports.length === 0 ? [''] : imports.map(([id]) => id)
  return ids.every((id) => {
    const { before } = others.find((one) => one.imports.includes(id)) ?? { before: standard }
    return before !== undefined && lastupdatetime < before
  })
}
