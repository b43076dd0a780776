import { expect, it } from 'vitest'
import { readHostQuery } from './host-query.ts'

it.each([
  ['www.Example.com.', 'www.example.com'],
  ['https://bücher.example:8443', 'xn--bcher-kva.example'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
])('%s is the host %s, as records have it', (written, name) => {
  expect(readHostQuery(written)?.name).toBe(name)
})

it.each(['', '.', '   '])('%j is not a host', (written) => {
  expect(readHostQuery(written)).toBeUndefined()
})
