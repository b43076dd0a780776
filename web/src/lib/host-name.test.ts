import { describe, expect, it } from 'vitest'
import { hostNameOf } from './host-name.ts'

describe('the name of the page of a host', () => {
  it.each([
    ['https://www.example.com', '192.0.2.1', 'www.example.com'],
    ['www.example.com:8080', '192.0.2.1', 'www.example.com'],
    ['192.0.2.1:22', '192.0.2.1', '192.0.2.1'],
    ['https://[2001:db8::1]:8443', '2001:db8::1', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1', '2001:db8::1'],
    ['a host with <b>', '192.0.2.1', '192.0.2.1'],
    ['', '', ''],
  ])('%s at %s is %s', (host, ip, name) => {
    expect(hostNameOf(host, ip)).toBe(name)
  })
})
