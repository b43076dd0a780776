import { expect, test } from 'vitest'
import { readHeaderValue, readStatusCode } from './header.ts'

test.each([
  ['HTTP/1.1 200 OK\r\n', 200],
  ['HTTP/2 404\r\n', 404],
  ['http/1.0 301 Moved', 301],
  ['HTTP/1.1  503', 503],
  ['HTTP/1.1 2000 OK', null],
  ['RTSP/1.0 200 OK', null],
  ['Server: nginx', null],
  ['', null],
])('the status code of %j is %s', (header, code) => {
  expect(readStatusCode(header)).toBe(code)
})

test.each([
  ['HTTP/1.1 200 OK\r\nServer: nginx/1.24.0\r\n\r\n', 'nginx/1.24.0'],
  ['HTTP/1.1 200 OK\nSERVER:Apache \n', 'Apache'],
  ['server: first\r\nServer: second', 'first'],
  ['X-Server: no\r\nServers: no\r\nServer : no', ''],
  ['Server:\r\n', ''],
  ['', ''],
])('the server of %j is %j', (header, server) => {
  expect(readHeaderValue(header, 'server')).toBe(server)
})
