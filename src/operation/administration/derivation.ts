// Deriving columns of all stored records again, for administrators.
import { Type } from 'typebox'
import {
  DERIVE_RATE,
  type DeriveJob,
  derivationsNamed,
  STORED_DERIVATIONS,
} from '../../service/derive/index.ts'
import { printTime } from '../../util/index.ts'
import { optionalInteger, optionalList, text as textParam } from '../input/index.ts'
import { operation } from '../operation.ts'
import { count, object, orNull, progress, taskState, texts, time } from '../../schema/index.ts'
import { common } from './common.ts'

const DerivationFacts = object(
  {
    id: Type.Integer(),
    state: taskState,
    progress,
    derivations: texts,
    rate: Type.Integer({ description: 'Records read per second, at most.' }),
    read: orNull(Type.Integer(), 'Records read; null until it has finished.'),
    changed: orNull(Type.Integer(), 'Records that changed; null until it has finished.'),
    reason: orNull(Type.String(), 'Why it failed, or what it waits for.'),
    attempt: count('Number of the attempt, from 1.'),
    created_at: time('When it was submitted'),
    ended_at: orNull(Type.String(), 'When it ended.'),
  },
  { title: 'Derivation' },
)

const about = (id: string, route: Parameters<typeof common>[1]) => common(id, route, 'derive records again')

/** The derivations of stored records. */
export const adminDerivations = operation({
  ...about('adminDerivations', 'GET /derivations'),
  summary: 'The jobs that derive columns of all records again, newest first',
  input: {},
  output: { derivations: Type.Array(DerivationFacts) },
  run: async ({ services }) => ({ derivations: (await services.derivations.list()).map(describe) }),
})

/** Starts a derivation. */
export const adminDerive = operation({
  ...about('adminDerive', 'POST /derivations'),
  changes: 'records',
  summary: 'Derive columns of all records again, in the background; while such a job is in flight, that one',
  audit: ({ derivations = [] }) => ({
    action: 'records.derive',
    detail: { derivations: derivations.join(',').slice(0, 100) || 'all' },
  }),
  input: {
    derivations: optionalList(
      `What to derive, comma-separated: ${STORED_DERIVATIONS.join(', ')}. All by default.`,
    ),
    rate: optionalInteger(
      { min: 1, max: 1_000_000 },
      `Records per second, at most. ${DERIVE_RATE} by default.`,
    ),
  },
  output: { derivation: DerivationFacts },
  run: async ({ services }, { derivations, rate = DERIVE_RATE }) => ({
    derivation: describe(
      await services.derivations.submit({ derivations: derivationsNamed(derivations), rate }),
    ),
  }),
})

/** Cancels a derivation. */
export const adminCancelDerivation = operation({
  ...about('adminCancelDerivation', 'POST /derivations/:derivation/cancel'),
  summary: 'Cancel a job that derives records again; what it changed stays',
  audit: ({ derivation }) => ({ action: 'records.derive.cancel', detail: { derivation } }),
  input: { derivation: textParam('Number of the job.', 'the number of a job') },
  output: { cancelled: Type.Boolean({ description: 'false where it had ended before.' }) },
  run: async ({ services }, { derivation }) => {
    const id = /^\d{1,15}$/.test(derivation) ? Number(derivation) : 0
    return { cancelled: await services.derivations.cancel(id) }
  },
})

function describe({ id, state, progress, input, result, reason, attempt, ...times }: DeriveJob) {
  return {
    ...{ id, state, progress, attempt, derivations: input.derivations, rate: input.rate },
    read: result?.read ?? null,
    changed: result?.changed ?? null,
    reason: reason ?? null,
    created_at: printTime(times.createdAt),
    ended_at: times.endedAt === undefined ? null : printTime(times.endedAt),
  }
}
