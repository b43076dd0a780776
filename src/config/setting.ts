import type { Kind } from './kind.ts'

/** One setting: its kind, its default, and its meaning. */
export interface Setting<Value> {
  readonly kind: Kind<Value>
  readonly default: Value
  /** One sentence for documentation, without full stop. */
  readonly meaning: string
  /** Whether the value may contain a credential; then it is never printed. */
  readonly secret: boolean
}

/** A setting. */
export function setting<Value>(
  kind: Kind<Value>,
  standard: Value,
  meaning: string,
  options: { readonly secret?: boolean } = {},
): Setting<Value> {
  return Object.freeze({ kind, default: standard, meaning, secret: options.secret ?? false })
}
