// Texts that resemble the forms of other engines in test/corpus/query.json, but are valid and mean what they say.
import { describe, expect, it } from 'vitest'
import { checkQuery, readQuery } from './index.ts'

const messageOf = (text: string): string => checkQuery(text)?.message ?? ''

describe('a valid text that resembles a foreign form is accepted', () => {
  it.each([
    '"title:" "a"',
    'example.com:443 || title="a"',
    'http://example.com && title="a"',
    'title="is" is',
    'title is important',
    'header="Set-Cookie: a"',
    'header=Set-Cookie:',
    'title=a:b c',
    'icon_hash="12345678901234567890123456789012"',
    'cert.sha256="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
    'js_md5="d41d8cd98f00b204e9800998ecf8427e"',
    'body=~"d41d8cd98f00b204e9800998ecf8427e"',
    'title="80;443"',
  ])('%s', (text) => {
    expect(messageOf(text)).toBe('')
    expect(() => readQuery(text)).not.toThrow()
  })
})
