import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { CALL_KINDS, printCall, type ShownCall } from '../../web/src/lib/calls.ts'

const call: ShownCall = {
  server: 'https://periplus.example',
  email: "o'hara@example.com",
  query: `title="say \\"hi\\"" && body="\u202e'; rm -rf / #"`,
  fields: ['host', 'ip'],
  full: true,
  page: 2,
  size: 100,
}
const base64 = Buffer.from(call.query).toString('base64')

describe('the shown API calls', () => {
  it.each(CALL_KINDS)('%s: contains no key, and nothing that hides or reorders text', (kind) => {
    const text = printCall(kind, call)
    expect(text).not.toMatch(/key=[0-9a-f]/)
    expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u)
  })

  it('the address holds the query and neither e-mail nor key', () => {
    const { searchParams, pathname } = new URL(printCall('address', call))
    expect(pathname).toBe('/api/v1/search/all')
    expect(Object.fromEntries(searchParams)).toEqual({
      qbase64: base64,
      fields: 'host,ip',
      page: '2',
      size: '100',
      full: 'true',
    })
  })

  it('curl: a shell hands over exactly what was asked for, and the key from the environment', () => {
    const script = `curl() { printf '%s\\n' "$@"; }\n${printCall('curl', call)}`
    const said = execFileSync('/bin/sh', ['-c', script], {
      env: { PERIPLUS_KEY: 'secret' },
      encoding: 'utf8',
    })
    const lines = said.split('\n')
    expect(lines[0]).toBe('https://periplus.example/api/v1/search/all')
    expect(lines).toEqual(expect.arrayContaining(['key=secret', `qbase64=${base64}`, `email=${call.email}`]))
  })

  it('TypeScript: runs unchanged', async () => {
    const asked: { url: string; body: string }[] = []
    const text = printCall('typescript', call)
    const run = new Function('fetch', 'console', `return (async () => {${text}})()`)
    const answer = { json: async () => ({ error: false, results: [['a', 'b']] }) }
    const printed: string[] = []
    await run(
      async (url: string, { body }: { body: URLSearchParams }) => {
        asked.push({ url, body: body.toString() })
        return answer
      },
      { log: (line: string) => printed.push(line) },
    )
    const body = new URLSearchParams(asked[0]?.body)
    expect(asked[0]?.url).toBe('https://periplus.example/api/v1/search/all')
    expect([body.get('qbase64'), body.get('email'), body.get('full')]).toEqual([base64, call.email, 'true'])
    expect(printed).toEqual(['a\tb'])
  })

  it('Python: the query is written so that Python reads the same', () => {
    const text = printCall('python', { ...call, query: 'title="\u{e0041}ü\u202e"' })
    expect(text).toContain('query = "title=\\"\\U000e0041ü\\U0000202e\\""')
  })
})
