// Why one address has its tags.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const { entry } = await periplus.lookup('192.0.2.1')
if (entry.status === 'ok') {
  for (const { tag, source, basis, confidence } of entry.evidence) {
    console.log(`${tag}\t${source}\t${basis}\t${confidence}`)
  }
}
