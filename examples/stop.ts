// Any call ends with a signal, and every match when the loop is left.
import { Periplus } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

const soon = AbortSignal.timeout(60_000)
let seen = 0
for await (const { host } of periplus.searchAll(
  { query: 'port=443', fields: ['host'], size: 2 },
  { signal: soon },
)) {
  console.log(host)
  seen++
  if (seen === 3) break
}
