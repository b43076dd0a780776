// Every match, however many there are, in pages that are fetched while the records before them are looked at.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const ports = new Map<string, number>()
for await (const { port } of periplus.searchAll({ query: 'protocol="https"', fields: ['port'] })) {
  ports.set(port, (ports.get(port) ?? 0) + 1)
}
for (const [port, count] of ports) console.log(`${port}\t${count}`)
