// Records as enriched from one observation, for tests of merging.
import { type Asset, deriveColumns, withStates } from '../../src/asset/index.ts'
import { asset } from './asset.ts'

/**
 * The record of one observation; `content_time: null` makes it a bare port. Texts serve as their own hashes in its history.
 * `fraction` is the milliseconds of its second.
 */
export function observed(values: Partial<Asset>, fraction = 0): Asset {
  const time = values.lastupdatetime ?? 100
  const content_time = values.content_time === undefined ? time : values.content_time
  const whole: Asset = {
    ...asset({ reached: 'a.example.com', port: 443 }),
    lastupdatetime: time,
    firstseen: time,
    content_import: content_time === null ? '' : 'one',
    ...values,
    content_time,
  }
  const { title, header, body, banner, cert } = whole
  const history = content_time === null ? [] : [{ time, title, header, body, banner, cert }]
  return withStates(deriveColumns({ ...whole, history }), fraction)
}
