// A query of another search engine, translated and run.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const { query, notes } = await periplus.translate('port:443 screenshot.label:ics')
for (const note of notes) console.log(note.text)
const { total } = await periplus.search({ query, fields: ['host'] })
console.log(`${total} records match ${query}`)
