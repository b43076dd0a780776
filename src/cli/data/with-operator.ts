// Runs a piece of work on records and closes them afterwards.
import type { Operator } from '../../service/operator/index.ts'
import { connectExisting, connectRecords, type DataOptions } from './connect.ts'
import { refuseElsewhere, type ServerOptions } from '../remote/access.ts'
import type { Records } from '../remote/records.ts'

/** Connects to the data directory, through its server if one runs. `connectData` as `connect` creates a missing one. */
export async function withOperator<Result>(
  options: DataOptions,
  work: (operator: Operator) => Promise<Result>,
  connect: (options: DataOptions) => Promise<Operator> = connectExisting,
): Promise<Result> {
  refuseElsewhere(options)
  return closing(await connect(options), work)
}

/** Connects to the records that the options name, on a remote server or in a data directory that must exist. */
export async function withRecords<Result>(
  options: ServerOptions,
  signal: AbortSignal,
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  return closing(await connectRecords(options, signal, { existing: true }), work)
}

async function closing<Opened extends { readonly close: () => Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
