import type { Config } from '../config/index.ts'
import { AppError } from '../error/index.ts'
import type { Store } from '../store/index.ts'

/** Opens the records of the settings. */
export async function openStore(config: Config): Promise<Store> {
  throw new AppError(
    'input',
    `${config.data}: the engine of the records arrives with the next commit of the store`,
  )
}
