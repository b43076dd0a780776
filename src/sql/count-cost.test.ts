import { describe, expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { isCountedBeside } from './count-cost.ts'

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
