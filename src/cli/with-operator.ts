// Runs a piece of work on the records of this machine and closes them afterwards.
import type { Operator } from '../service/operator/index.ts'
import { connectExisting, type DataOptions } from './connect.ts'
import { refuseElsewhere } from './remote/access.ts'

/** Connects to the data directory, through its server if one runs. `connectData` as `connect` creates a missing one. */
export async function withOperator<Result>(
  options: DataOptions,
  work: (operator: Operator) => Promise<Result>,
  connect: (options: DataOptions) => Promise<Operator> = connectExisting,
): Promise<Result> {
  refuseElsewhere(options)
  const operator = await connect(options)
  try {
    return await work(operator)
  } finally {
    await operator.close()
  }
}
