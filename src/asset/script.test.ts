import { describe, expect, it } from 'vitest'
import { readScripts } from './script.ts'

describe('the scripts of a page', () => {
  it.each<readonly [string, readonly string[]]>([
    ['<script src="js/jquery.js"></script>', ['js/jquery.js']],
    ["<SCRIPT type=module SRC='/app.js?v=1&amp;w=2'>", ['/app.js?v=1&w=2']],
    ['<script async src=//cdn.example.com/a.js></script>', ['//cdn.example.com/a.js']],
    ['<script src="a.js"></script><script src="b.js"></script><script src="a.js">', ['a.js', 'b.js']],
    ['<script data-x="1 > 0" src="a.js">', ['a.js']],
    ['<script\n\tsrc = "a.js"\n>', ['a.js']],
    ['<script>var src="x.js"</script>', []],
    ['<script data-src="lazy.js">', []],
    ['<!-- <script src="old.js"></script> --><script src="new.js">', ['new.js']],
    ['<!-- never closed <script src="old.js">', []],
    ['<script src="data:text/javascript,alert(1)">', []],
    ['<script src="">', []],
    ['<scripts src="a.js">', []],
    ['plain text', []],
  ])('of %j are %j', (html, scripts) => {
    expect(readScripts(html)).toEqual(scripts)
  })

  it('are bounded in number and length, and read in linear time', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `<script src="${index}.js">`).join('')
    expect(readScripts(many)).toHaveLength(200)
    expect(readScripts(`<script src="${'x'.repeat(2000)}">`)).toEqual([])
    expect(readScripts('<script '.repeat(100_000))).toEqual([])
    expect(readScripts('<!--'.repeat(300_000))).toEqual([])
  })
})
