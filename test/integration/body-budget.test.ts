// The memory of all bodies in flight is bounded, and so are the connections of one address.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'

const HALF = 60 * 1024

let api: TestApi
let port = 0
const open: Socket[] = []
beforeAll(async () => {
  api = await testApi({
    accounts: { user: { level: 'member' } },
    // A quarter of its half has room for eight bodies of 60 KiB.
    settings: { 'http.bodyMemory': '4 MiB', 'http.connectionsPerAddress': '30' },
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(api.app.listeningOrigin).port)
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await api.close()
})

function reach(localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  open.push(socket)
  return socket
}

/** Announces a body and sends half of it; an answer is added to the list when it comes. */
function halfBody(path: string, localAddress: string, answers: string[]): void {
  const socket = reach(localAddress)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n`)
  socket.write(`Content-Length: ${HALF}\r\n\r\n${'a'.repeat(HALF / 2)}`)
  socket.once('data', (bytes) => answers.push(String(bytes)))
}

async function search(localAddress: string): Promise<string> {
  const { email = '', key = '' } = api.credentials['user'] ?? {}
  const qbase64 = Buffer.from('port="443"').toString('base64')
  const form = `${new URLSearchParams({ email, key, qbase64 })}`
  const socket = reach(localAddress)
  const head = 'POST /api/v1/search/all HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
  socket.write(`${head}${type}Content-Length: ${form.length}\r\n\r\n${form}`)
  let answer = ''
  for await (const bytes of socket) answer += String(bytes)
  return answer
}

describe('bodies that strangers never finish', () => {
  it('take a bounded part of the memory over all routes, and other addresses go on', async () => {
    const routes = ['/api/v1/search/all', '/web/api/session', '/mcp', '/api/v1/translate']
    const answers: string[] = []
    for (let index = 0; index < 20; index++) halfBody(routes[index % 4] ?? '', '127.0.0.1', answers)
    await expect.poll(() => answers.length).toBe(12)
    for (const answer of answers) expect(answer).toContain('503 Service Unavailable: too many request')
    expect(await search('127.0.0.2')).toContain('"error":false')
    for (const socket of open) socket.destroy()
    await expect.poll(() => search('127.0.0.1')).toContain('"error":false')
  })
})

describe('the body of a stored list', () => {
  it('is refused beyond the length of a list, so that one account leaves room for others', async () => {
    const roomy = await testApi({ accounts: { user: { level: 'member' } } })
    await roomy.app.listen({ port: 0, host: '127.0.0.1' })
    const { email = '', key = '' } = roomy.credentials['user'] ?? {}
    const socket = connect({ port: Number(new URL(roomy.app.listeningOrigin).port), host: '127.0.0.1' })
    socket.write(`POST /api/v1/lists/long?${new URLSearchParams({ email, key })} HTTP/1.1\r\n`)
    socket.write(`Host: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${33 * 1024 * 1024}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 413')
    socket.destroy()
    await roomy.close()
  })
})

describe('connections', () => {
  it('of one address beyond the setting are closed, and other addresses go on', async () => {
    const sockets = Array.from({ length: 40 }, () => reach('127.0.0.3'))
    await expect.poll(() => sockets.filter(({ closed }) => closed)).toHaveLength(10)
    expect(await search('127.0.0.4')).toContain('"error":false')
  })
})
