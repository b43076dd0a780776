// The findings of a record, from the JSON text that the server sends. What scanners wrote there is shown as text and nothing else.

/** One finding. */
export interface Finding {
  readonly id: string
  readonly name: string
  readonly severity: string
  readonly tool: string
  readonly ids: readonly string[]
  readonly at: string
  readonly first_seen: string
  readonly last_seen: string
  readonly evidence: string
}

/** The findings of a text; undefined where it is not a list of them. */
export function readFindings(text: string): readonly Finding[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isObject).map(findingOf) : undefined
  } catch {
    return undefined
  }
}

type Values = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}

function findingOf(value: Values): Finding {
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  const ids = Array.isArray(value['ids']) ? value['ids'].filter((one) => typeof one === 'string') : []
  return {
    ids,
    id: text('id'),
    name: text('name'),
    severity: text('severity'),
    tool: text('tool'),
    at: text('at'),
    first_seen: text('first_seen'),
    last_seen: text('last_seen'),
    evidence: text('evidence'),
  }
}
