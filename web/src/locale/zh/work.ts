import { inChinese } from '../../../../src/error/index.ts'
import { account } from './account.ts'
import { administration } from './administration.ts'
import { help } from './help.ts'
import { imports } from './import.ts'
import { tagging } from './tagging.ts'

/** The texts in Chinese of the pages that are loaded later. */
export const texts = {
  ...account,
  ...administration,
  ...help,
  ...imports,
  ...tagging,
}

/** The sentence of a failure in Chinese. */
export const translate = inChinese
