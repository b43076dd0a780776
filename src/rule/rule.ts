// A rule that recognises a product: a condition in the query language, and where in the texts the version is.
import type { Column } from '../asset/index.ts'
import type { ResolvedNode } from '../query/index.ts'

/** Stands for the model in the name of a product. */
export const MODEL = '{model}'

/** A rule as it is written: one JSON object. */
export interface RuleText {
  /** Unique within its family; the product's name by default. */
  readonly name?: string
  /** May contain `{model}`: what `model` captures. */
  readonly product?: string
  readonly vendor?: string
  readonly category?: string
  /** CPE 2.3 up to the product; the version is appended. */
  readonly cpe?: string
  readonly os?: string
  /** The condition, in the query language. */
  readonly when: string
  /** Conditions `field="text#"`, where `#` stands for the version, or `field=~"…"`, whose first group is the version. */
  readonly version?: string | readonly string[]
  /** Where the model is whose name is part of `product`, written like `version`. Without a model the rule finds nothing. */
  readonly model?: string | readonly string[]
  /** Records that the rule recognises. */
  readonly match: readonly ExampleText[]
  /** Records that it does not recognise. */
  readonly miss: readonly ExampleText[]
}

/** A record of an example: values by the names of fields, and the version and model that the rule must find. */
export type ExampleText = Readonly<Record<string, string | number | readonly string[]>>

/** The position of a version or model in a text. */
export type Capture =
  | { readonly kind: 'literal'; readonly column: Column; readonly before: string; readonly after: string }
  | { readonly kind: 'expression'; readonly column: Column; readonly expression: string }

/** A rule as it was read. */
export interface Rule extends Omit<RuleText, 'when' | 'version' | 'model' | 'name'> {
  /** Family and name: `web-server/nginx`. */
  readonly id: string
  readonly when: string
  readonly condition: ResolvedNode
  readonly captures: readonly Capture[]
  readonly models: readonly Capture[]
}
