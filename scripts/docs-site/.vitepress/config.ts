// The settings of the documentation site.
import { slugOf } from '../markdown.ts'
import { CHAPTERS } from '../navigation.ts'

/** The path below which the site is served, with slashes at both ends. */
const base = process.env['DOCS_SITE_BASE'] ?? '/'

export default {
  title: 'Periplus',
  description: 'Self-hosted search engine for internet-facing assets, with bulk IP tagging',
  lang: 'en',
  base,
  srcDir: 'pages',
  outDir: '../../dist/docs-site',
  cacheDir: 'node_modules/.cache/vitepress',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // Angle brackets of a document are text. File names must not become links.
  markdown: {
    html: false,
    linkify: false,
    anchor: { slugify: slugOf },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: CHAPTERS.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.name}` })),
    })),
    sidebar: CHAPTERS.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.name}` })),
    })),
    footer: { message: 'Apache-2.0' },
  },
}
