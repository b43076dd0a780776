// Every failure that a caller may see: one table of codes, texts, HTTP statuses and explanations, and the error class that carries
// one. Broken invariants are plain `Error` and become `Internal Server Error!`; they are not part of the table.

export { AppError, isAppError, type TextSpan } from './app-error.ts'
export { inChinese, phraseFor } from './chinese.ts'
export type { Phrase } from './chinese-phrases.ts'
export { errorsPage } from './docs.ts'
export { outageOf } from './outage.ts'
export { systemReason, systemSentence } from './system-reason.ts'
export { ERROR_TABLE, type ErrorCode } from './table.ts'
