import { codeOf } from '../../src/service/account/credential/one-time-code.ts'

/** The code that an app shows at a time (milliseconds since 1970 UTC). */
export const codeAt = (secret: string, time: number): string => codeOf(secret, Math.floor(time / 30_000))
