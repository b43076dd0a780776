// The documentation site shows every page of `docs`, and every link of a document leads to a page, a file or a heading that exists.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf, linksOf, slugOf } from '../../scripts/docs-site/markdown.ts'
import { CHAPTERS, PAGES } from '../../scripts/docs-site/navigation.ts'
import { sitePage } from '../../scripts/docs-site/page.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

function brokenLinks(file: string): readonly string[] {
  return linksOf(read(file)).flatMap(({ target, line }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const linked = path === '' ? file : posix.join(posix.dirname(file), path)
    const exists = existsSync(join(ROOT, linked))
    const reached = exists && (anchor === undefined || anchorsOf(read(linked)).includes(anchor))
    return reached ? [] : [`${file}:${line} → ${target}`]
  })
}

describe('the documents', () => {
  it('link only to files and headings that exist', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(
      files
        .split('\n')
        .filter((file) => file !== '' && existsSync(join(ROOT, file)))
        .flatMap(brokenLinks),
    ).toEqual([])
  })
})

describe('the navigation of the site', () => {
  it('has every page of docs once', () => {
    const shown = CHAPTERS.flatMap(({ pages }) => pages.map(({ file }) => file))
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
    expect(shown.filter((file) => file.startsWith('docs/')).sort()).toEqual(
      pages.map((name) => `docs/${name}`).sort(),
    )
    expect(new Set(shown).size).toBe(shown.length)
    expect(new Set(CHAPTERS.flatMap(({ pages }) => pages.map(({ name }) => name))).size).toBe(shown.length)
  })
})

describe('a page of the site', () => {
  const page = { title: 'Overview', file: 'README.md', name: 'index' }

  it('links to pages of the site by their title, and names other files', () => {
    const text = [
      'See [docs/tags.md](docs/tags.md#classes), [the settings](docs/configuration.md), [client/](client/README.md),',
      '[the unit](deploy/systemd/periplus.service), [examples](examples), [DB-IP](https://db-ip.com).',
      '![A tour](docs/images/tour.webp) `[no](link.md)`',
    ].join('\n')
    expect(sitePage(page, `<!-- note -->\n${text}`).split('\n').slice(4)).toEqual([
      'See [Tags](./tags.md#classes), [the settings](./configuration.md), [TypeScript client](./client.md),',
      'the unit (`deploy/systemd/periplus.service`), `examples`, [DB-IP](https://db-ip.com).',
      '![A tour](./images/tour.webp) `[no](link.md)`',
    ])
  })

  it('refuses what the generator takes for a template', () => {
    expect(() => sitePage(page, 'a {{ b }}')).toThrow('README.md: `{{` outside code')
    expect(sitePage(page, '`{{ b }}`')).toContain('{{ b }}')
  })

  it('is made of every file', () => {
    for (const each of PAGES.values()) expect(sitePage(each, read(each.file))).toContain('\n# ')
  })
})

describe('Markdown', () => {
  it('gives headings the anchors that GitHub gives them', () => {
    expect(['Over HTTP: `/mcp`', "What's new?", '标签 A_b'].map(slugOf)).toEqual([
      'over-http-mcp',
      'whats-new',
      '标签-a_b',
    ])
    expect(anchorsOf('# A\n```sh\n# no\n```\n## [B](c.md) `d`\n## A\n')).toEqual(['a', 'b-d', 'a-1'])
  })

  it('finds no links in code', () => {
    expect(linksOf('[a](b.md)\n```md\n[c](d.md)\n```\n``[`e`](f)`` [`g`](h.md#i)')).toEqual([
      { text: 'a', target: 'b.md', line: 1 },
      { text: '`g`', target: 'h.md#i', line: 5 },
    ])
  })
})
