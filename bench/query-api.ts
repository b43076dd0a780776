// How fast a server answers searches: every class of query through the HTTP API, on a data directory that an import filled.
//   node bench/query-api.ts --data DIRECTORY [--repeat N] [--only TEXT] [--json]
// Starts the real server and asks `/api/v1/search/all` for the 100 newest of the last year. Each query is asked as it is, which the
// server may have counted before, and with an added condition that nothing fails and nobody asked before. Prints medians in
// milliseconds of the whole answer as the caller sees it, and of the page's share by `Server-Timing`; and what an answer that was not
// counted before costs the server's processors, which other work on the machine changes least.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Processes } from '../test/support/serve.ts'
import { QUERIES } from './queries.ts'
import { median } from './support/median.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data' },
    repeat: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const repeat = Number(values.repeat)

const processes = new Processes()
const email = `bench${Date.now()}@example.com`
const account = [
  'account',
  'create',
  '--data',
  values.data,
  '--email',
  email,
  '--level',
  'enterprise',
  '--json',
]
const created = processes.run([...account, '--coins', '1000000'])
if ((await created.ended) !== 0) throw new Error(created.output())
const { key } = JSON.parse(created.output().slice(created.output().indexOf('{'))) as { readonly key: string }
const { url, child } = await processes.serve(values.data, ['--no-demo'])

interface Times {
  readonly whole: number
  readonly page: number
  readonly total: number
}

async function ask(query: string): Promise<Times> {
  const parameters = new URLSearchParams({
    email,
    key,
    qbase64: Buffer.from(query).toString('base64'),
    fields: 'host,title,ip,port,country',
    size: '100',
  })
  const started = performance.now()
  const answer = await fetch(`${url}/api/v1/search/all?${parameters}`)
  const body = (await answer.json()) as { readonly error: boolean; readonly total: number }
  const whole = performance.now() - started
  if (body.error) throw new Error(`${query}: ${JSON.stringify(body)}`)
  const page = /page;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  return { whole, page: Number(page), total: body.total }
}

/** Processor time of the server so far in milliseconds, by Linux's count of hundredths of a second. */
function processorTime(): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

const rounded = (numbers: readonly number[]): number => Math.round(median(numbers))

async function medians(query: (run: number) => string): Promise<Times> {
  const runs: Times[] = []
  for (let run = 0; run < repeat; run++) runs.push(await ask(query(run)))
  return {
    whole: rounded(runs.map((one) => one.whole)),
    page: rounded(runs.map((one) => one.page)),
    total: runs[0]?.total ?? 0,
  }
}

let unseen = 0

/** The query with a condition that no record fails and that was not asked before. */
const varied = (text: string): string => `(${text}) && as_number!="${4_200_000_000 + unseen++}"`

const rows = []
if (!values.json) {
  console.log(`medians of ${repeat} in ms: the whole answer, and the page's share of it\n`)
  console.log('| class | query | matches | whole | page | processor | whole, counted before | page |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|')
}
for (const [name, text] of QUERIES) {
  if (!`${name} ${text}`.includes(values.only)) continue
  await ask(text)
  const before = processorTime()
  const fresh = await medians(() => varied(text))
  const processor = Math.round((processorTime() - before) / repeat)
  const again = await medians(() => text)
  rows.push({ name, query: text, fresh, processor, again })
  if (!values.json)
    console.log(
      `| ${name} | \`${text.replaceAll('|', '\\|')}\` | ${again.total} | ${fresh.whole} | ${fresh.page} | ${processor} | ${again.whole} | ${again.page} |`,
    )
}
if (values.json) console.log(JSON.stringify({ repeat, rows }, null, 1))
await processes.clean()
