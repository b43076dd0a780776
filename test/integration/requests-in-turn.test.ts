// Requests that a caller sends on one connection without waiting for answers are handled one after the other.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerInTurn } from '../../src/door/server/in-turn.ts'
import { type TestApi, testApi } from '../support/api.ts'

let api: TestApi
let port = 0
beforeAll(async () => {
  api = await testApi({ accounts: { user: { level: 'member' } } })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(api.app.listeningOrigin).port)
})
afterAll(() => api.close())

function reach(): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Everything that the server sends on a connection until it ends, or until so many answers came. */
async function answersTo(sent: string, most: number): Promise<readonly string[]> {
  const socket = reach()
  socket.write(sent)
  let received = ''
  const answers = (): readonly string[] => received.split('HTTP/1.1 ').slice(1)
  for await (const bytes of socket) {
    received += String(bytes)
    if (answers().length >= most) break
  }
  socket.destroy()
  return answers()
}

describe('requests sent ahead of answers', () => {
  it('are answered in their order', async () => {
    const paths = ['/healthz', '/nothing', '/openapi.json', '/healthz', '/nothing']
    const answers = await answersTo(paths.map(request).join(''), paths.length)
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '404', '200', '200', '404'])
    expect(answers[2]).toContain('"openapi"')
  })

  it('are not handled where there are hundreds of them', async () => {
    const answers = await answersTo(request('/openapi.json').repeat(1000), 1000)
    expect(answers.length).toBeLessThan(20)
  })

  it('are not begun after their connection has ended', async () => {
    let begun = 0
    const app = fastify({ genReqId: () => `${++begun}` })
    answerInTurn(app)
    app.get('/', () => 'answer')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    const closed = once(socket.on('error', () => undefined).resume(), 'close')
    socket.write(request('/').repeat(1000))
    await closed
    await app.close()
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(100)
  })

  it('do not hinder other connections when they end', async () => {
    const socket = reach()
    socket.write(request('/openapi.json').repeat(10))
    socket.destroy()
    expect(await answersTo(request('/healthz').repeat(2), 2)).toHaveLength(2)
  })
})

it('a request with two names is refused, by whichever of them a proxy has let it through', async () => {
  for (const path of ['/', '/web/api/session', '/api/v1/info/my', '/healthz']) {
    const two = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: rebound.example.net\r\n\r\n`
    expect((await answersTo(two, 1))[0], path).toContain('more than one Host header')
  }
})
