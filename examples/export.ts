// Every match as a file: begun on the server, waited for, and fetched even when the connection breaks.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })
const out = process.argv[2] ?? 'export.csv'

const found = await periplus.export(
  { query: 'port=443', fields: ['host', 'ip', 'title'], format: 'csv' },
  { onProgress: ({ state, progress }) => console.error(`${state} ${progress} %`) },
)
await pipeline(Readable.from(found.stream()), createWriteStream(out))
console.log(`${found.state.rows} rows in ${out} for ${found.state.cost} coins`)
