import type { Meanings } from '../meanings.ts'
import { account } from './account.ts'
import { administration } from './administration.ts'
import { actions, details } from './audit-meanings.ts'
import { errors } from './error-meanings.ts'
import { fields, kinds } from './field-meanings.ts'
import { help } from './help.ts'
import { imports } from './import.ts'
import { operations } from './operation-meanings.ts'
import { sentenceInChinese } from './report-phrases.ts'
import { allowedInChinese, settings } from './setting-meanings.ts'
import { tagSentences } from './tag-meanings.ts'
import { tagging } from './tagging.ts'
import { tools } from './tools.ts'

/** The texts in Chinese of the pages that are loaded later. */
export const texts = {
  ...account,
  ...administration,
  ...help,
  ...imports,
  ...tagging,
  ...tools,
}

/** The sentence of a failure or a report in Chinese. */
export const translate = sentenceInChinese

/** What the catalogues of fields, settings, tags and audit events say. */
export const meanings: Meanings = {
  ...{ fields, kinds, settings, tagSentences, actions, details, operations, errors },
  allowed: allowedInChinese,
}
