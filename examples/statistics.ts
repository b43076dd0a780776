// The most frequent values among all matches, and the query that narrows to one of them.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const stats = await periplus.stats({ query: 'title="login"', fields: ['port', 'country'] })
console.log(`${stats.size} records`)
for (const [field, values] of Object.entries(stats.aggs)) {
  for (const { name, count, code } of values) console.log(`${field}\t${name}\t${count}\t${atob(code)}`)
}
