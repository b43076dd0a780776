// Sources of records: recognise a format, open and decompress inputs, turn bytes into observations. Knows records, fields and
// errors; no database, no network.
//
// One source is one folder `<name>/` (the name that `--format` takes): `index.ts` exports its `Importer`, `sample/` holds small
// inputs, `sample/options.json` what the user would state per input, `sample/expected.json` the readings (rewritten by
// `UPDATE_GOLDEN=1`). `registry.ts` lists it in one line, and `conformance.test.ts` runs it. What importers share is in `text/`:
// `readLines` and `readDocuments` hand through the rejects and notes of their own. `header` is stated without the blank line that
// ends it, bytes that are not text as `\xNN`, and nothing that follows from header, body or certificate is stated by us.
export { detectFormat, makeSample } from './detect.ts'
export type { Importer, Input, Probed, Reading, ReadOptions } from './importer.ts'
export { importerTable, refusalTable } from './docs.ts'
export { ANCHORS, importerNamed, type Planned, planInputs } from './plan.ts'
export { portReader } from './port-pattern.ts'
export { IMPORTERS, REFUSALS } from './registry.ts'
export { findScreenshot } from './screenshot.ts'
export * from './source/index.ts'
export { isLeftOut, readDocuments } from './text/index.ts'
