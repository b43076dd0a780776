// One page of a search, newest first.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const page = await periplus.search({
  query: 'title="login" && port=443',
  fields: ['host', 'ip', 'title'],
  size: 10,
})
console.log(`${page.records.length} of ${page.total}`)
for (const { host, ip, title } of page.records) console.log(`${host}\t${ip}\t${title}`)
