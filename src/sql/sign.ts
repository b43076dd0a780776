import type { Comparison } from '../query/index.ts'
import { type Fragment, sql } from './fragment.ts'

/** The engine's signs of comparison. */
export const COMPARISON_SIGN: Readonly<Record<Comparison | '=', Fragment>> = {
  '=': sql`=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
