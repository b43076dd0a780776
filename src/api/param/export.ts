import { fieldNamed } from '../../field/index.ts'
import type { ExportRequest, RowFormat } from '../../service/export/index.ts'
import { given, type Parameter, quoted, readBoolean, readFields, readQueryText, wrong } from './search.ts'

/** Formats of an export, the default first. */
export const EXPORT_FORMATS = ['ndjson', 'csv', 'json'] as const satisfies readonly RowFormat[]

/** Fields of an export that names none. */
export const EXPORT_FIELDS = ['host', 'ip', 'port', 'protocol', 'title', 'lastupdatetime']

/** Reads what an export asks for. Fails with code `params`; an empty parameter counts as not given. */
export function readExport(parameter: Parameter): ExportRequest {
  return { text: readQueryText(parameter), ...readExportFile(parameter) }
}

/** The same without the query, where that travels otherwise. */
export function readExportFile(parameter: Parameter): Omit<ExportRequest, 'text'> {
  return {
    fields: readFields(given(parameter, 'fields'), EXPORT_FIELDS.map(fieldNamed)),
    full: readBoolean('full', given(parameter, 'full')),
    format: readFormat(given(parameter, 'format')),
    bom: readBoolean('bom', given(parameter, 'bom')),
  }
}

function readFormat(value = 'ndjson'): RowFormat {
  const format = EXPORT_FORMATS.find((one) => one === value.toLowerCase())
  if (format === undefined) throw wrong(`format ${quoted(value)} must be one of ${EXPORT_FORMATS.join(', ')}`)
  return format
}
