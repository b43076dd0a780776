// Our own side: records imported by the command, questions asked over HTTP with an account's credentials.
import { execFileSync } from 'node:child_process'
import type { Processes } from '../../test/support/serve.ts'
import { COLUMNS } from './classes.ts'
import { PAGE, type Peer } from './peer.ts'

/** Imports a file. */
export async function importRecords(processes: Processes, data: string, file: string): Promise<void> {
  await processes.outputOf(['import', file, '--data', data])
}

/** Writes what was stored into a file, which all other engines load: enrichment has then done the same to all. */
export async function exportRecords(processes: Processes, data: string, file: string): Promise<void> {
  const fields = ['--fields', COLUMNS.join(','), '--format', 'ndjson', '--full']
  await processes.outputOf(['export', 'port!=""', ...fields, '--out', file, '--data', data])
}

/** Starts the server on the records. */
export async function openPeriplus(processes: Processes, data: string): Promise<Peer> {
  const email = `bench${Date.now()}@example.com`
  const options = ['--email', email, '--level', 'enterprise', '--coins', '1000000', '--json', '--data', data]
  // Notes come before the object.
  const output = await processes.outputOf(['account', 'create', ...options])
  const { key } = JSON.parse(output.slice(output.indexOf('{'))) as {
    readonly key: string
  }
  const { url } = await processes.serve(data, ['--no-demo'])
  const ask: Peer['ask'] = async ({ query, unlike }) => {
    const qbase64 = Buffer.from(`(${query}) && as_number!="${unlike}"`).toString('base64')
    const fields = 'host,title,ip,port,country'
    const parameters = new URLSearchParams({ email, key, qbase64, fields, size: String(PAGE) })
    const answer = await fetch(`${url}/api/v1/search/all?${parameters}`)
    const body = (await answer.json()) as {
      readonly error: boolean
      readonly size: number
      readonly total: number
      readonly results: readonly unknown[]
    }
    if (body.error) throw new Error(`${query}: ${JSON.stringify(body)}`)
    return { rows: body.results.length, total: body.total }
  }
  const bytes = async () =>
    1024 * Number(execFileSync('du', ['-sk', `${data}/records`], { encoding: 'utf8' }).split('\t')[0])
  return { name: 'Periplus', ask, bytes, close: async () => undefined }
}
