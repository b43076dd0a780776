import { describe, expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { countsSmallColumns, isCountedBeside } from './count-cost.ts'

const isBeside = (text: string): boolean => isCountedBeside(readQuery(text).root)

describe('a count runs beside the page', () => {
  it.each([
    'port="443"',
    'country="DE" && port="22"',
    'title="login"',
    'body="password"',
    'body!="home"',
    'ip="198.18.0.0/16"',
    'title="登录"',
    'login',
    'after="2026-06"',
  ])('when indexes and small columns answer it: %s', (text) => {
    expect(isBeside(text)).toBe(true)
  })

  it.each([
    'host=="https://198.18.0.1"',
    'ip="198.18.0.1"',
    'domain=="a.example" && port="443"',
    'icon_hash="1"',
    'cert.sha256="0f1e2d3c"',
  ])('unless the page is its own count: %s', (text) => {
    expect(isBeside(text)).toBe(false)
  })

  it.each([
    'body="powered by"',
    'header="server: nginx"',
    'body=~"a"',
    'body*="*a*"',
    'body="панель!"',
    'a b!',
  ])('unless texts must be read: %s', (text) => {
    expect(isBeside(text)).toBe(false)
  })
})

describe('a count reads small columns side by side', () => {
  it.each([
    'port="443" && country="DE"',
    'is_honeypot=false && is_fraud=false && port="22"',
    'tag=="cdn" && type=""',
  ])('when it needs no other: %s', (text) => {
    expect(countsSmallColumns(readQuery(text).root)).toBe(true)
  })

  it.each(['title="login" && tag="cdn"', 'body="password"', 'ip="198.18.0.1" && tag="cdn"', 'title=~"a.b"'])(
    'unless an index or a long text decides: %s',
    (text) => {
      expect(countsSmallColumns(readQuery(text).root)).toBe(false)
    },
  )
})
