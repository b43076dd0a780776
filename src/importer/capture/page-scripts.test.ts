import { describe, expect, it } from 'vitest'
import { readWebAddress } from '../text/index.ts'
import type { BodyText } from './body.ts'
import { PageScripts } from './page-scripts.ts'

function capture(url: string, body: Partial<BodyText>) {
  const address = readWebAddress(url)
  if (address === undefined) throw new Error(`${url} is not an address`)
  const whole = { text: '', fullLength: undefined, ...body }
  return { url, address, ip: undefined, time: 1000, header: undefined, body: whole, repeat: false }
}

const page = (url: string, ...sources: readonly string[]) =>
  capture(url, { text: sources.map((source) => `<script src="${source}"></script>`).join('') })
const script = (url: string, digest: string) => capture(url, { script: digest })

function scriptsOf(...captures: readonly ReturnType<typeof capture>[]) {
  const scripts = new PageScripts()
  for (const one of captures) scripts.see(one)
  return [...scripts.observations()].map(({ reached, port, stated }) => [reached, port, stated.js_md5])
}

describe('scripts of the pages of an archive', () => {
  it('are those that a page includes and the archive holds, in whatever order', () => {
    const captures = [
      script('https://cdn.example.net/lib.js', 'aa'),
      page('https://www.example.com/a/', '../app.js#x', '//cdn.example.net/lib.js', 'missing.js'),
      script('https://www.example.com/app.js', 'bb'),
      script('https://www.example.com/other.js', 'cc'),
    ]
    expect(scriptsOf(...captures)).toEqual([['www.example.com', 443, ['bb', 'aa']]])
    expect(scriptsOf(...captures.toReversed())).toEqual([['www.example.com', 443, ['bb', 'aa']]])
  })

  it('are gathered over the pages of a host', () => {
    const found = scriptsOf(
      page('http://www.example.com/', '/a.js'),
      page('http://www.example.com/deeper', '/b.js?v=1'),
      page('http://other.example.com/', '/b.js'),
      script('http://www.example.com/a.js', 'aa'),
      script('http://www.example.com/b.js', 'bb'),
    )
    expect(found).toEqual([['www.example.com', 80, ['aa', 'bb']]])
  })

  it('are none where the archive holds no script of a page, or no address', () => {
    expect(scriptsOf(page('http://www.example.com/', 'a.js'))).toEqual([])
    expect(scriptsOf(page('http://www.example.com/', 'javascript:x', 'http://['))).toEqual([])
    expect(scriptsOf(capture('http://www.example.com/', { text: 'no page' }))).toEqual([])
  })
})
