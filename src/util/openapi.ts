// The parts of an OpenAPI description that human-readable references show.

/** A schema. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface RawParameter {
  readonly name: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly description?: string
}

interface RawOperation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly RawParameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

/** A description as the server sends it. */
export interface OpenApi {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
}

/** A parameter, or a member of a response. */
export interface ApiValue {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** The default value; empty if there is none. */
  readonly standard: string
  readonly description: string
}

/** One operation. */
export interface ApiOperation {
  readonly path: string
  /** In capitals; several if they are equivalent. */
  readonly methods: readonly string[]
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ApiValue[]
  readonly answer: readonly ApiValue[]
}

/** All operations; methods with the same path and summary are combined. */
export function readOperations({ paths }: OpenApi): readonly ApiOperation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => readOperation(path, method.toUpperCase(), operation)),
  )
  const merged = new Map<string, ApiOperation>()
  for (const operation of all) {
    const name = `${operation.path} ${operation.summary}`
    const before = merged.get(name)
    merged.set(name, before ? { ...before, methods: [...before.methods, ...operation.methods] } : operation)
  }
  return [...merged.values()]
}

function readOperation(path: string, method: string, raw: RawOperation): ApiOperation {
  const answer = raw.responses?.['200']?.content?.['application/json']?.schema
  return {
    path,
    methods: [method],
    group: raw.tags?.[0] ?? 'operation',
    summary: raw.summary ?? path,
    description: raw.description ?? '',
    parameters: parametersOf(raw),
    answer: [...membersOf(answer?.anyOf?.[0] ?? answer, '')],
  }
}

function parametersOf({ parameters = [], requestBody }: RawOperation): readonly ApiValue[] {
  const form = requestBody?.content?.['application/x-www-form-urlencoded']?.schema
  const sent = Object.entries(form?.properties ?? {}).map(([name, schema]) =>
    toValue(name, schema, form?.required?.includes(name) ?? false),
  )
  const named = parameters.map(({ name, schema = {}, required = false, description }) => ({
    ...toValue(name, schema, required),
    description: description ?? schema.description ?? '',
  }))
  return [...named, ...sent.filter(({ name }) => !named.some((other) => other.name === name))]
}

function* membersOf(schema: Schema | undefined, prefix: string): Generator<ApiValue> {
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    yield toValue(prefix + name, member, false)
    yield* membersOf(member, `${prefix}${name}.`)
    yield* membersOf(member.items, `${prefix}${name}[].`)
  }
}

function toValue(name: string, schema: Schema, required: boolean): ApiValue {
  const standard = schema.default === undefined ? '' : String(schema.default)
  return { name, type: typeOf(schema), required, standard, description: schema.description ?? '' }
}

/** The type of a value in words. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items !== undefined)
    return `array of ${schema.items.anyOf ? `(${typeOf(schema.items)})` : typeOf(schema.items)}`
  const range = schema.maximum === undefined ? '' : ` ${schema.minimum ?? ''}–${schema.maximum}`
  return `${String(schema.type ?? 'any')}${range}`
}
