// The parts of an OpenAPI description that pages for people show.

/** A schema. */
export interface SchemaText {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly items?: SchemaText
  readonly anyOf?: readonly SchemaText[]
  readonly properties?: Readonly<Record<string, SchemaText>>
}

/** An operation. */
export interface OperationText {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly required?: boolean
    readonly schema?: SchemaText
    readonly description?: string
  }[]
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: SchemaText }>> }>
  >
}

/** A description. */
export interface ApiText {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationText>>>>
}

/** What a success answers, where it is described. */
export function readAnswer(operation: OperationText): SchemaText | undefined {
  const schema = operation.responses?.['200']?.content?.['application/json']?.schema
  return schema?.anyOf?.[0] ?? schema
}

/** The type of a value in words. */
export function typeOf(schema: SchemaText): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items?.anyOf !== undefined) return `array of (${typeOf(schema.items)})`
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`
  const range = schema.maximum === undefined ? '' : ` ${schema.minimum ?? ''}–${schema.maximum}`
  return `${String(schema.type ?? 'any')}${range}`
}
