import type { Comparison } from '../query/index.ts'
import { type Fragment, sql } from './fragment.ts'

/** The engine's comparison operators. */
export const COMPARISON_SIGN: Readonly<Record<Comparison | '=', Fragment>> = {
  '=': sql`=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
