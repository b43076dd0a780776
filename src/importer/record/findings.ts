// Findings as our exports have them: a JSON text, or the list itself.
import { SEVERITIES, type Severity, type StatedFinding } from '../../asset/index.ts'
import { isObject } from '../../util/index.ts'
import type { Json, JsonObject } from '../text/index.ts'

/** The findings of a value; what is not a finding with tool and identifier is left out. */
export function readFindings(value: Json): readonly StatedFinding[] {
  const list = typeof value === 'string' ? parsed(value) : value
  return Array.isArray(list) ? list.flatMap(findingOf) : []
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function findingOf(value: Json): readonly StatedFinding[] {
  if (!isObject(value)) return []
  const text = (name: string): string => textOf(value, name)
  const [tool, id, severity] = [text('tool'), text('id'), text('severity')]
  if (tool === '' || id === '') return []
  const ids = Array.isArray(value['ids']) ? value['ids'].filter((one) => typeof one === 'string') : []
  const known = SEVERITIES.find((one): one is Severity => one === severity) ?? 'unknown'
  return [{ tool, id, ids, name: text('name'), severity: known, at: text('at'), evidence: text('evidence') }]
}

function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value.toWellFormed() : ''
}
