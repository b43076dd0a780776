// WhatWeb's XML (`--log-xml`): one element per address that was visited. Layout read in WhatWeb lib/logging/xml.rb.
import type { Input, Reading, ReadOptions } from '../importer.ts'
import {
  childOf,
  childrenOf,
  type Json,
  type JsonObject,
  readWholeElements,
  type XmlElement,
} from '../text/index.ts'
import { type Mapped, readingOfElement } from '../fact/index.ts'

/** The start of such a report. */
export const REPORT =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*){0,1}(?:<\?xml-stylesheet[^>]{0,200}\?>\s*){0,1}<log>\s*<target>\s*<uri>/

/** It writes brackets as parts of addresses. */
function textOf(element: XmlElement): string {
  return element.text.trim().replaceAll('%5B', '[').replaceAll('%5D', ']')
}

function recordOf(target: XmlElement): JsonObject {
  const plugins = childrenOf(target, 'plugin').map((plugin): [string, Json] => {
    const texts = (name: string): readonly string[] => childrenOf(plugin, name).map(textOf)
    const values = { string: texts('string'), version: texts('version'), module: texts('module') }
    return [childOf(plugin, 'name')?.text.trim() ?? '', values]
  })
  return {
    target: childOf(target, 'uri')?.text.trim() ?? '',
    http_status: childOf(target, 'http-status')?.text.trim() ?? null,
    plugins: Object.fromEntries(plugins),
  }
}

/** Reads a report; `map` takes what the JSON log would hold. */
export async function* readReport(
  input: Input,
  options: ReadOptions,
  map: (record: JsonObject) => Iterable<Mapped>,
): AsyncGenerator<Reading> {
  for await (const event of readWholeElements(input.bytes, new Set(['target']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'element')
      for (const mapped of map(recordOf(event.element))) yield readingOfElement(mapped, event.element)
  }
}
