// Translates queries of other search engines to ours, with notes about what was lost or changed. Pure and browser-safe, so that the
// search box can offer it for pasted text. Depends on the query language; must not know records, SQL or the caller.

export { detectLanguage } from './detect.ts'
export { translationTables } from './docs.ts'
export { LANGUAGE_NAMES, type LanguageName } from './language.ts'
export { LANGUAGES } from './languages.ts'
export type { Note } from './source.ts'
export { type Carried, carry, type Translation, translate, understand } from './translate.ts'
export { TARGET_LABELS, TARGET_NAMES, type TargetName } from './to/target.ts'
export { translateTo } from './to/translate-to.ts'
