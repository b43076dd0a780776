// Attacks on a running server over loopback, each by one hostile caller at another address than the one that measures.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Caller } from './load.ts'

/** What an attack works with; it goes on until the signal aborts. */
export interface Target {
  readonly url: string
  /** An ordinary account in hostile hands. */
  readonly caller: Caller
  /** An administrator who uploads what strangers sent. */
  readonly importer: Caller
  readonly signal: AbortSignal
}

/** Attacks by name. */
export const ATTACKS: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  'slow bodies': slowBodies,
  'many sockets': manySockets,
  'heavy statistics': heavyStatistics,
  'wrong logins': wrongLogins,
  'hostile files': hostileFiles,
  'repeated record': repeatedRecord,
  'pipelined requests': pipelinedRequests,
  'long lists': longLists,
  'slow readers': slowReaders,
  'wide answers': wideAnswers,
}

const ATTACKER = '127.0.0.2'
const SOCKETS = 600

/** Bodies that are announced and arrive one byte a second. */
async function slowBodies({ url, signal }: Target): Promise<void> {
  const paths = ['/api/v1/search/all', '/web/api/session', '/mcp', '/api/v1/translate']
  const sockets = await openSockets(url, SOCKETS)
  for (const [index, socket] of sockets.entries()) {
    const head = `POST ${paths[index % paths.length]} HTTP/1.1\r\nHost: localhost\r\n`
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
    socket.write(`${head}${type}Content-Length: 65000\r\n\r\n${'a'.repeat(60_000)}`)
  }
  while (!signal.aborted) {
    await sleep(1000)
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }
  close(sockets)
}

/** Connections on which nothing is ever sent, opened anew when the server closes them. */
async function manySockets({ url, signal }: Target): Promise<void> {
  let sockets: readonly Socket[] = []
  while (!signal.aborted) {
    const open = sockets.filter(({ destroyed }) => !destroyed)
    sockets = [...open, ...(await openSockets(url, SOCKETS - open.length))]
    await sleep(500)
  }
  close(sockets)
}

/** Nine statistics at a time of an expression that takes long at every character. */
async function heavyStatistics({ url, caller, signal }: Target): Promise<void> {
  const query = 'body=~"[a-q][^0-9]{150}[b-s]{3}[0-9]#"'
  const { email, key } = caller
  const given = { email, key, qbase64: Buffer.from(query).toString('base64'), fields: 'port,title' }
  await repeated(9, signal, () =>
    fetch(`${url}/api/v1/search/stats?${new URLSearchParams(given)}`, { signal }),
  )
}

/** Passwords that are guessed, twenty at a time. */
async function wrongLogins({ url, signal }: Target): Promise<void> {
  let count = 0
  await repeated(20, signal, () =>
    fetch(`${url}/web/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@localhost', password: `guess number ${count++}` }),
      signal,
    }),
  )
}

/** A thousand requests for a long answer on one connection, without waiting for the first. */
async function pipelinedRequests({ url, signal }: Target): Promise<void> {
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n'
  while (!signal.aborted) {
    const sockets = await openSockets(url, 5)
    for (const socket of sockets) socket.resume().write(request.repeat(1000))
    await sleep(1000)
    close(sockets)
  }
}

/** A list of half a million networks, stored and named again and again. */
async function longLists({ url, caller, signal }: Target): Promise<void> {
  const { email, key } = caller
  const networks = Array.from(
    { length: 500_000 },
    (_, index) => `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::/64`,
  )
  const qbase64 = Buffer.from('ip="@long"').toString('base64')
  await repeated(2, signal, async () => {
    const list = `${url}/api/v1/lists/long?${new URLSearchParams({ email, key })}`
    await quiet(fetch(list, { method: 'POST', body: networks.join('\n'), signal }))
    return fetch(`${url}/api/v1/search/all?${new URLSearchParams({ email, key, qbase64 })}`, { signal })
  })
}

/** Every record with each of its fields many times: an answer of more than 100 MB. */
function wideSearch({ url, caller: { email, key } }: Target): string {
  const fields = Array.from({ length: 190 }, () => 'body').join(',')
  const qbase64 = Buffer.from('port>0').toString('base64')
  return `${url}/api/v1/search/all?${new URLSearchParams({ email, key, qbase64, fields, size: '10000', full: 'true' })}`
}

/** Long answers of which nothing is read, on connections that are opened anew when the server closes them. */
async function slowReaders(target: Target): Promise<void> {
  const { url, signal } = target
  const { pathname, search } = new URL(wideSearch(target))
  let sockets: readonly Socket[] = []
  while (!signal.aborted) {
    const open = sockets.filter(({ destroyed }) => !destroyed)
    const more = await openSockets(url, Math.min(2, 20 - open.length))
    for (const socket of more)
      socket.pause().write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    sockets = [...open, ...more]
    await sleep(500)
  }
  close(sockets)
}

/** The same answers, read at once, two at a time. */
async function wideAnswers(target: Target): Promise<void> {
  const { signal } = target
  await repeated(2, signal, () => fetch(wideSearch(target), { signal }))
}

/** Attacks that need an account which may import. */
export const BY_IMPORTS: readonly string[] = ['hostile files', 'repeated record']

/** Files that a scan of hostile hosts may leave: an endless attribute, a run of carriage returns, a bomb. */
async function hostileFiles({ url, importer, signal }: Target): Promise<void> {
  const run = 'a '.repeat(150_000)
  const files = {
    'nmap.xml': `<?xml version="1.0"?><nmaprun scanner="nmap"><host><address addr="192.0.2.1" x="${run}"/></host></nmaprun>`,
    'web.warc': `WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 300040\r\n\r\nHTTP/1.1 200 OK\r\n${'\r'.repeat(300_000)}`,
    'bomb.ndjson.gz': gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20)),
  }
  while (!signal.aborted) {
    for (const [name, body] of Object.entries(files)) {
      await upload(url, importer, name, body, signal)
      await sleep(500)
    }
  }
}

const OBSERVATIONS = 16_000

/** One service that a file observes thousands of times, with another title each time: all of it belongs to one merge. */
async function repeatedRecord({ url, importer, signal }: Target): Promise<void> {
  for (let scan = 0; !signal.aborted; scan++) {
    const lines = Array.from({ length: OBSERVATIONS }, (_, number) =>
      JSON.stringify({
        ip: '192.0.2.1',
        port: 80,
        title: `title ${scan} ${number}`,
        body: 'word '.repeat(200),
      }),
    )
    await upload(url, importer, `scan${scan}.ndjson`, lines.join('\n'), signal)
    await sleep(500)
  }
}

async function upload(
  url: string,
  { email, key }: Caller,
  name: string,
  body: string | Buffer<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  const given = new URLSearchParams({ email, key, name })
  await quiet(fetch(`${url}/api/v1/import?${given}`, { method: 'POST', body, signal }))
}

async function repeated(inFlight: number, signal: AbortSignal, call: () => Promise<Response>): Promise<void> {
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await quiet(call())
      await sleep(5)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
}

/** An attacker does not mind what becomes of a call. */
async function quiet(call: Promise<Response>): Promise<void> {
  await call.then((answer) => answer.arrayBuffer()).catch(() => undefined)
}

async function openSockets(url: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port), localAddress: ATTACKER }).on('error', () => undefined),
  )
  await sleep(200)
  return sockets
}

function close(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}
