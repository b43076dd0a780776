// The parts of an OpenAPI description that pages for people show.

/** A schema. */
export interface SchemaText {
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, SchemaText>>
  readonly additionalProperties?: SchemaText | boolean
  readonly items?: SchemaText
  readonly anyOf?: readonly SchemaText[]
  readonly properties?: Readonly<Record<string, SchemaText>>
}

/** A parameter. */
export interface ParameterText {
  readonly name: string
  readonly required?: boolean
  readonly schema?: SchemaText
  readonly description?: string
}

/** An operation. */
export interface OperationText {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly ParameterText[]
  readonly requestBody?: {
    readonly content?: Readonly<
      Record<string, { readonly schema?: SchemaText & { readonly required?: readonly string[] } }>
    >
  }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: SchemaText }>> }>
  >
}

/** A description. */
export interface ApiText {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationText>>>>
}

/** The parameters of an operation: of its path and query string, then of its form. */
export function readParameters(operation: OperationText): readonly ParameterText[] {
  const form = operation.requestBody?.content?.['application/x-www-form-urlencoded']?.schema
  const required = form?.required ?? []
  const sent = Object.entries(form?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }))
  const named = operation.parameters ?? []
  return [...named, ...sent.filter(({ name }) => !named.some((other) => other.name === name))]
}

/** The operations of a path, those of one summary together, with their methods in capitals. */
export function groupOperations(
  operations: Readonly<Record<string, OperationText>>,
): readonly { readonly methods: readonly string[]; readonly operation: OperationText }[] {
  const groups = Map.groupBy(Object.entries(operations), ([, { summary }]) => summary)
  return [...groups.values()].map((group) => ({
    methods: group.map(([method]) => method.toUpperCase()),
    operation: group.find(([method]) => method === 'get')?.[1] ?? group[0]?.[1] ?? {},
  }))
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
