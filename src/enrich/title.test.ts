import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '../../test/support/growth.ts'
import { mayBeHtml, readTitle } from './title.ts'

describe('the title of a page', () => {
  test.each([
    ['<title>Plain</title>', 'Plain'],
    ['<html><HEAD><TITLE lang=en>\n  Two \t\n lines </TITLE>', 'Two lines'],
    ['<title></title>', ''],
    ['<p>none</p>', ''],
    ['', ''],
    ['<title>A &amp; B &lt;C&gt; &quot;D&quot; &#39;E&#x27; &eacute; &copy</title>', `A & B <C> "D" 'E' é ©`],
    ['<title>a&nbsp;b</title>', 'a\u00a0b'],
    ['<title>bold <b>is text</b></title>', 'bold <b>is text</b>'],
    ['<title>Панель управления</title>', 'Панель управления'],
    ['<!-- <title>comment</title> --><title>real</title>', 'real'],
    ['<!-- never closed <title>comment</title>', ''],
    ['<script>"<title>script</title>"</script><title>real</title>', 'real'],
    ['<style>/*<title>*/</style><title >real</title >', 'real'],
    ['<svg><title>picture</title></svg><title>real</title>', 'real'],
    ['<textarea><title>x</title></textarea>', ''],
    ['<titles>no</titles><title>yes</title>', 'yes'],
    ['<title>first</title><title>second</title>', 'first'],
    ['<title>never closed<body><p>text', 'never closed'],
    ['<title>never closed', 'never closed'],
    ['<title', ''],
    ['<title/><p>x</p>', ''],
    ['a < b <title>after a lone sign</title>', 'after a lone sign'],
  ])('%j is %j', (html, title) => {
    expect(readTitle(html)).toBe(title)
  })

  test.each(['<', '<title', '<!--', '<script>', '<svg>', '<title>&', '</', '<title><title>', '&amp;<'])(
    'is found in linear time in a page of %s',
    async (piece) => {
      expect(await growth((size) => readTitle(piece.repeat(size)), 50_000)).toBeLessThan(LINEAR)
    },
  )

  test('of any text is found or not, without an exception', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      'title',
      '/title',
      '!--',
      '-->',
      'script',
      ' ',
      '&',
      '&amp;',
      'x',
      '\ud800',
    )
    fc.assert(fc.property(fc.array(piece), (pieces) => void readTitle(pieces.join(''))))
  })
})

test.each([
  ['', true],
  ['text/html; charset=utf-8', true],
  ['application/xhtml+xml', true],
  ['TEXT/HTML', true],
  ['application/json', false],
  ['image/svg+xml', false],
  ['text/plain', false],
])('a body of type %j may be a page: %s', (type, expected) => {
  expect(mayBeHtml(type)).toBe(expected)
})
