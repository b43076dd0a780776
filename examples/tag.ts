// Tags of a list of addresses, with the evidence for each.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const result = await periplus.tag(['10.0.0.1', '192.0.2.1', 'no address'], {
  onProgress: ({ state, progress }) => console.error(`${state} ${progress} %`),
})
for (const entry of result.results) {
  if (entry.status === 'invalid') console.log(`${entry.input}\t${entry.reason}`)
  else console.log(`${entry.ip}\t${entry.tags.join(' ')}`)
}
