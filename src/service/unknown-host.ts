// The failure of calls that name a host of which nothing is known.
import { AppError } from '../error/index.ts'

/** Fails a call for a host without records; a long name is cut. */
export function unknownHost(host: string): AppError {
  const shown = host.length > 80 ? `${host.slice(0, 80)}…` : host
  return new AppError('host', `[-4] Params Error: no record of host \`${shown}\` is known`)
}
