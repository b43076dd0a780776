// Failures are values with a code: what can be done about each is told apart without reading texts.
import { Periplus } from '../client/src/index.ts'
import { PeriplusError } from '../client/src/index.ts'

const { PERIPLUS_SERVER: url = '', PERIPLUS_EMAIL: email = '', PERIPLUS_KEY: key = '' } = process.env
const periplus = new Periplus({ url, email, key })

try {
  await periplus.search({ query: 'titel="login"', fields: ['host'] })
} catch (error) {
  if (!(error instanceof PeriplusError)) throw error
  console.log(error.code)
  console.log(error.message)
}
