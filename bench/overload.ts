// What a server answers when more is asked than it can do, and what a small account gets beside a large one.
//   node bench/overload.ts --data DIRECTORY [--seconds N] [--times N] [--json]
// DIRECTORY holds records that an import filled. Four rounds of N seconds: one caller alone; many callers at once, which gives the capacity;
// calls of twenty accounts at so many times the capacity, whether the earlier ones are answered or not; one caller beside an account
// that keeps fifty searches in flight. Every query is asked with a condition nobody asked before. Latencies are those of answers with rows.
import { parseArgs } from 'node:util'
import { Processes } from '../test/support/serve.ts'
import {
  type Asked,
  callsAtRate,
  callsInTurn,
  createCaller,
  percentile,
  type Caller,
} from './support/load.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data' },
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const ACCOUNTS = 20
const QUERIES = [
  'port="443"',
  'country="DE"',
  'title="login"',
  'header="server: nginx" && country="DE"',
  'product="nginx"',
]
const HEAVY = ['body="q"', 'body!="home"', 'body=~"pass[a-z]+d"']

const processes = new Processes()
const environment = { PERIPLUS_LEVEL_ENTERPRISE_RATE: '0' }
const callers: Caller[] = []
const { url } = await processes.serve(values.data, ['--no-demo'], environment)
for (let index = 0; index < ACCOUNTS; index++) callers.push(await createCaller(processes, values.data, url))
const [one, other] = callers as [Caller, Caller]

const alone = await callsInTurn(one, QUERIES, 1, seconds)
const full = await callsInTurn(one, QUERIES, 16, seconds)
const capacity = served(full).length / seconds
const over = await callsAtRate(callers, QUERIES, capacity * Number(values.times), seconds)
const heavy = callsInTurn(other, HEAVY, 50, seconds + 2)
const beside = await callsInTurn(one, QUERIES, 1, seconds)
const heavyAnswers = await heavy

function served(asked: readonly Asked[]): readonly Asked[] {
  return asked.filter(({ status }) => status === 200)
}

function row(round: string, asked: readonly Asked[]) {
  const good = served(asked)
  const times = good.map(({ time }) => time)
  const advice = asked.flatMap(({ retryAfter }) => retryAfter ?? [])
  const whole = (value: number): number => Math.round(value)
  return {
    round,
    asked: asked.length,
    served: good.length,
    perSecond: whole((10 * good.length) / seconds) / 10,
    median: whole(percentile(times, 0.5)),
    p95: whole(percentile(times, 0.95)),
    refused: asked.filter(({ status }) => status === 503).length,
    refusedMedian: whole(
      percentile(
        asked.filter(({ status }) => status === 503).map(({ time }) => time),
        0.5,
      ),
    ),
    other: asked.filter(({ status }) => status !== 200 && status !== 503).length,
    retryAfter: advice.length === 0 ? '' : `${Math.min(...advice)} to ${Math.max(...advice)} s`,
  }
}

const rows = [
  row('one caller alone', alone),
  row('capacity: 16 callers', full),
  row(`${values.times} times the capacity`, over),
  row('one caller beside a heavy account', beside),
  row('the heavy account', heavyAnswers),
]
if (values.json) console.log(JSON.stringify(rows, null, 1))
else console.table(rows)
await processes.clean()
