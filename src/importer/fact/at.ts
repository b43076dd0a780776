// Looking into JSON whose shape nobody promised: a value of the wrong type is simply not there.
import {
  asList,
  asNumber,
  asObject,
  asText,
  asTexts,
  dig,
  type Json,
  type JsonObject,
  readableTitle,
  wellFormed,
} from '../text/index.ts'

type Path = readonly (string | number)[]

/** The text at a path; undefined where there is none or an empty one, which tools write for "not known". */
export function textAt(value: Json | undefined, ...path: Path): string | undefined {
  const text = asText(dig(value, ...path))
  return text === undefined || text === '' ? undefined : wellFormed(text)
}

/** The title at a path, with its entities decoded. */
export function titleAt(value: Json | undefined, ...path: Path): string | undefined {
  const title = textAt(value, ...path)
  return title && wellFormed(readableTitle(title))
}

/** The non-empty texts of a list at a path, each once; a single text counts as a list of one. */
export function textsAt(value: Json | undefined, ...path: Path): readonly string[] {
  const texts = asTexts(dig(value, ...path)).filter((text) => text !== '')
  return texts.length < 2 ? texts.map(wellFormed) : [...new Set(texts.map(wellFormed))]
}

/** The finite number at a path, written as number or text. */
export function numberAt(value: Json | undefined, ...path: Path): number | undefined {
  return asNumber(dig(value, ...path))
}

/** The list at a path, an empty one where there is none. */
export function listAt(value: Json | undefined, ...path: Path): readonly Json[] {
  return asList(dig(value, ...path))
}

/** The object at a path. */
export function objectAt(value: Json | undefined, ...path: Path): JsonObject | undefined {
  return asObject(dig(value, ...path))
}

/** The objects of a list at a path; a single object counts as a list of one. */
export function objectsAt(value: Json | undefined, ...path: Path): readonly JsonObject[] {
  const found = dig(value, ...path)
  const single = asObject(found)
  if (single !== undefined) return [single]
  return asList(found).flatMap((item): JsonObject[] => {
    const object = asObject(item)
    return object === undefined ? [] : [object]
  })
}

/** The yes or no at a path. */
export function flagAt(value: Json | undefined, ...path: Path): boolean | undefined {
  const flag = dig(value, ...path)
  return typeof flag === 'boolean' ? flag : undefined
}

/** The same object without the keys whose value is undefined or an empty list: what is not known is not stated. */
export function defined<T extends object>(values: T): T {
  const kept: Partial<T> = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) kept[key] = value
  }
  return kept as T
}
