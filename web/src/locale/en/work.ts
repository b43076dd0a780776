import type { Meanings } from '../meanings.ts'
import { account } from './account.ts'
import { administration } from './administration.ts'
import { help } from './help.ts'
import { imports } from './import.ts'
import { tagging } from './tagging.ts'
import { tools } from './tools.ts'

/** The texts in English of the pages that are loaded later. */
export const texts = {
  ...account,
  ...administration,
  ...help,
  ...imports,
  ...tagging,
  ...tools,
}

/** The sentences of the server are English already. */
export const translate = (sentence: string): string => sentence

/** The catalogues of the server are in English. */
export const meanings: Meanings = {
  fields: {},
  kinds: {},
  settings: {},
  tagSentences: {},
  actions: {},
  details: {},
  operations: {},
  errors: {},
  allowed: (text) => text,
}
