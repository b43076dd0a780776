// Runs a ClickHouse server as a separate process from the engine's library in npm: entered through its C function for command
// lines, the library can listen like a server. Its only argument is the list of the library's arguments as JSON.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DataType, load, open } from 'ffi-rs'
import { forgive } from './forgiving-library.ts'

const [, , text = '[]'] = process.argv
const args = ['clickhouse', ...(JSON.parse(text) as readonly string[])]
const engine = createRequire(createRequire(import.meta.url).resolve('chdb'))
const library = join(
  engine.resolve(`@chdb/lib-${process.platform}-${process.arch}-gnu/package.json`),
  '../libchdb.so',
)

open({ library: 'chdb', path: library })
forgive(library)
// Ends only with the process: its last statement never ends.
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
})
