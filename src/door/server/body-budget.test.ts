import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { BodyPool, limitBodies } from './body-budget.ts'
import { requireKnownCallers } from './known-caller.ts'

describe('a pool of body memory', () => {
  it('gives one owner a quarter while others also use it, and any single body that fits', () => {
    const pool = new BodyPool(800)
    const whole = pool.take('a', 700)
    expect(() => pool.take('a', 1)).toThrow('too many request bodies are in flight')
    expect(() => pool.take('b', 101)).toThrow('too many request bodies are in flight')
    pool.take('b', 100)
    whole()
    whole()
    expect(pool.total).toBe(100)
    pool.take('b', 100)
    expect(() => pool.take('b', 1)).toThrow('503 Service Unavailable')
    pool.take('c', 600)
    expect(pool.total).toBe(800)
  })

  it('refuses a body that never fits with the setting to change', () => {
    expect(() => new BodyPool(800).take('a', 801)).toThrow('half of http.bodyMemory')
  })
})

describe('the memory of a long body', () => {
  it('is released when the caller disconnects during the check', async () => {
    const app = Fastify()
    // Half of it has room for one long body.
    limitBodies(app, 256 * 1024)
    requireKnownCallers(app)
    app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    const check = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const longBody = async (): Promise<number> => {
      started.resolve()
      await check.promise
      return 1
    }
    app.post('/', { config: { longBody } }, async () => 'read')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const length = 150 * 1024
    const caller = connect({ port: Number(new URL(app.listeningOrigin).port), host: '127.0.0.1' })
    app.server.once('connection', (socket) => socket.once('close', () => check.resolve()))
    caller.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`,
    )
    await started.promise
    caller.destroy()
    await Promise.all([check.promise, once(caller, 'close')])
    const answer = await fetch(app.listeningOrigin, { method: 'POST', body: 'a'.repeat(length) })
    expect(await answer.text()).toBe('read')
    await app.close()
  })
})
